import { customerBody, kycBody, pdf, settlementBody } from '../../support/gateway.ts';
import { cursorAfter } from '../../../src/nouns/event/feed-cursor.ts';
import type { OperationName } from './operations.ts';
import type { Fixture } from './fixture.ts';
import type { Call } from './on-both-apis.ts';
import { ofEachCountry } from './kyc.operations.ts';
import { repaymentResults } from './repayment.results.ts';
import { sandboxResults } from './sandbox.results.ts';
import { webhookResults } from './webhook.results.ts';
import { kycCountryOf } from '../../support/kyc-countries.ts';
import { uploadInput } from '../../support/requests/upload-bodies.ts';

/** The name of a call, and how it is prepared: once for a query, once for each API if it changes something. */
type Accepted = readonly [what: string, given: (fixture: Fixture) => Call | Promise<Call>];

const listed = (input: Call['input'] = {}) => ({ input });
const customerIds = (customer_id: string) => ({ ids: { customer_id } });

const stranger = { company_legal_name: 'Sun', type: 'driver_license', id: 'D 1' };
const address = { address_line_1: '2 Jalan', postal_code: '50000', city: 'KL', country: 'Malaysia' };
const fullKyc = kycBody({
  operating_address: address,
  shareholders_identity_number: [stranger],
  has_complex_structure: true,
  provider_batch_screening_result: { snake_key: [{ camelKey: null, ['__proto__']: 1 }], emoji: '👩‍👧 عربى' },
});
const leanKyc = Object.fromEntries(
  Object.entries(kycBody()).filter(([name]) => !/^(?:website|is_|has_|provider_|operating_)/.test(name)),
);

const lists: readonly Accepted[] = [
  ['everything', () => listed({ limit: 100 })],
  ['the first page', () => listed({ limit: 1 })],
];

const settlementLists: readonly Accepted[] = [
  ...lists,
  ['a page further on', ({ offer }) => listed({ limit: 2, starting_after: offer })],
  ['of one status', () => listed({ status: 'accepted' })],
  ['of one currency', () => listed({ currency: 'HKD' })],
  ['of a status and a currency that none has', () => listed({ status: 'funded', currency: 'JPY' })],
];

export const results: Readonly<Record<OperationName, readonly Accepted[]>> = {
  createCustomer: [
    ['for Hong Kong', () => ({ input: customerBody() })],
    [
      'for Malaysia, with blanks around and a country in lower case',
      () => ({ input: customerBody({ company_name: '  Ö & 貿易 🚢 ', company_country: 'my' }) }),
    ],
  ],
  getCustomer: [['one that is there', ({ hk }) => customerIds(hk)]],
  updateCustomer: [
    [
      'to something else',
      async ({ newCustomer }) => ({
        ...customerIds(await newCustomer()),
        input: customerBody({ company_name: 'Peak Trading', contact_country: 'my' }),
      }),
    ],
    [
      'to what it is',
      async ({ newCustomer }) => ({ ...customerIds(await newCustomer()), input: customerBody() }),
    ],
  ],
  listCustomers: [
    ...lists,
    ['a page further on', ({ complete }) => listed({ limit: 1, starting_after: complete })],
    ['of an external id', () => listed({ external_customer_id: 'ext-1' })],
    ['of an external id that none has', () => listed({ external_customer_id: 'nobody' })],
  ],
  ...ofEachCountry<readonly Accepted[]>((country) => {
    const newCustomer = async (fixture: Fixture) =>
      customerIds(await fixture.newCustomer({ company_country: country.code }));
    return {
      get: [
        ['without text', newCustomer],
        [
          'complete',
          async ({ callers: { partner } }) =>
            customerIds(await partner.completeCustomer(kycCountryOf(country))),
        ],
      ],
      update: [
        ['with everything', async (fixture) => ({ ...(await newCustomer(fixture)), input: fullKyc })],
        ['with what is required', async (fixture) => ({ ...(await newCustomer(fixture)), input: leanKyc })],
      ],
    };
  }),
  uploadDocuments: [
    [
      'two files',
      async ({ newCustomer }) => {
        const files = [pdf('one'), pdf('two')];
        return { ...customerIds(await newCustomer()), input: uploadInput('nar1', files), files };
      },
    ],
    [
      'in place of those before',
      ({ complete }) => ({
        ...customerIds(complete),
        input: uploadInput('nnc1', [pdf()], { filename: '證書' }),
        files: [pdf()],
      }),
    ],
  ],
  listDocuments: [
    ['none', ({ hk }) => customerIds(hk)],
    ['some', ({ complete }) => customerIds(complete)],
  ],
  getDocument: [
    ['with a URL', ({ complete, document }) => ({ ids: { customer_id: complete, document_id: document } })],
  ],
  createInstantSettlement: [
    [
      'approved at once',
      ({ complete }) => ({ input: settlementBody(complete, { transactions: { a_b: [{ cD: 1.5 }] } }) }),
    ],
    [
      'of the greatest amount',
      ({ complete }) => ({
        input: settlementBody(complete, { amount: 8_989_220_813_114_761, currency: 'JPY' }),
      }),
    ],
  ],
  getInstantSettlement: [
    [
      'one that is there',
      ({ accepted, complete }) => ({ ids: { funding_id: accepted, customer_id: complete } }),
    ],
  ],
  listInstantSettlements: settlementLists,
  listCustomerSettlements: settlementLists.map(([what, given]) => [
    what,
    async (fixture) => ({ ...(await given(fixture)), ...customerIds(fixture.complete) }),
  ]),
  readStatement: [
    ['of a currency', () => listed({ currency: 'HKD', known_at: '2026-01-01T00:00:00Z' })],
    [
      'of some days',
      () => listed({ currency: 'JPY', from: '2026-01-01', until: '2026-01-31', known_at: '2026-02-01' }),
    ],
  ],
  readSettlementStatement: [
    [
      'of one that is there',
      ({ accepted }) => ({ ids: { funding_id: accepted }, input: { known_at: '2026-01-01T00:00:00Z' } }),
    ],
  ],
  readEventFeed: [
    ['from the beginning', () => listed({ limit: 100 })],
    ['the first page', () => listed({ limit: 3 })],
    ['a page further on', () => listed({ after: cursorAfter(4), limit: 2 })],
    ['the end', () => listed({ after: 'latest' })],
    ['of two types', () => listed({ types: 'kyc.status_changed,funding.approved' })],
    ['of types that are not for partners', () => listed({ types: 'kyc.identity_read' })],
    ['of a record', ({ complete }) => listed({ subject: `kyc/${complete}` })],
    [
      'of a record and a type',
      ({ offer }) => listed({ subject: `funding/${offer}`, types: 'funding.approved' }),
    ],
    ['of a record that is none', () => listed({ subject: 'customer/cus_none' })],
  ],
  acceptInstantSettlement: [
    [
      'an offer',
      async ({ newOffer }) => ({ ids: { funding_id: await newOffer() }, input: { type: 'accept' } }),
    ],
  ],
  rejectInstantSettlement: [
    [
      'an offer',
      async ({ newOffer }) => ({
        ids: { funding_id: await newOffer() },
        input: { type: 'reject', reason: ' too dear,\nby far ' },
      }),
    ],
  ],
  ...repaymentResults,
  ...sandboxResults,
  ...webhookResults,
};
