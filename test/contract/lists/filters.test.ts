import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { customerBody, openTestGateway, settlementBody, type TestPartner } from '../../support/gateway.ts';
import { CUSTOMERS, type ListApi, SETTLEMENTS, walkByCursor, walkByLink } from './walks.ts';

/** Histories that are tried. The long form is TEST_FILTER_RUNS=20. */
const RUNS = Number(process.env['TEST_FILTER_RUNS'] ?? 2);

const EXTERNALS = ['a', 'b', 'ext 😀'] as const;
const CURRENCIES = ['HKD', 'MYR', 'JPY'] as const;
const STATUSES = ['submitted', 'approved', 'accepted', 'rejected', 'denied', 'funded', 'repaid'] as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant('customer'), name: fc.constantFrom(...EXTERNALS), at: fc.nat() }),
  fc.record({ kind: fc.constant('rename'), name: fc.constantFrom(...EXTERNALS), at: fc.nat() }),
  fc.record({ kind: fc.constant('settlement'), name: fc.constantFrom(...CURRENCIES), at: fc.nat() }),
  fc.record({ kind: fc.constant('decision'), name: fc.constantFrom('accept', 'reject'), at: fc.nat() }),
  fc.record({ kind: fc.constant('refused'), name: fc.constantFrom('x'), at: fc.nat() }),
);

interface Step {
  readonly kind: string;
  readonly name: string;
  readonly at: number;
}

/** The expected content of the lists. */
interface Model {
  readonly customers: Map<string, string>;
  readonly settlements: Map<string, { currency: string; status: string }>;
}

const pick = (ids: Iterable<string>, at: number): string => {
  const all = [...ids];
  return all[at % all.length] ?? '';
};

async function take(partner: TestPartner, funded: string, model: Model, { kind, name, at }: Step) {
  const { customers, settlements } = model;
  const body = customerBody({ external_customer_id: name });
  switch (kind) {
    case 'customer': {
      const { json } = await partner.rest('POST', '/v1/customers', body);
      customers.set(json.customer_id, name);
      return;
    }
    case 'rename': {
      const id = pick(customers.keys(), at);
      await partner.rest('PUT', `/v1/customers/${id}`, body);
      customers.set(id, name);
      return;
    }
    case 'settlement': {
      const input = settlementBody(funded, { currency: name });
      const { json } = await partner.rest('POST', '/v1/instant-settlements', input);
      settlements.set(json.funding_id, { currency: name, status: 'approved' });
      return;
    }
    case 'decision': {
      const id = pick(settlements.keys(), at);
      const settlement = settlements.get(id);
      const input = { type: name, reason: 'because' };
      await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, input);
      if (settlement?.status === 'approved') settlement.status = `${name}ed`;
      return;
    }
    default:
      await partner.rest('POST', '/v1/customers', { ...body, contact_email: 'x' });
      await partner.rest('POST', '/v1/instant-settlements', settlementBody(funded, { amount: 0 }));
  }
}

async function expectList(
  partner: TestPartner,
  list: ListApi,
  filter: Readonly<Record<string, string>>,
  graphqlFilter: string,
  expected: readonly string[],
) {
  const rest = await walkByLink(partner, list, { limit: 3, filter });
  const graphql = await walkByCursor(partner, list, { size: 4, from: 'newest', filter: graphqlFilter });
  const newestFirst = expected.toSorted().toReversed();
  expect(rest.ids).toEqual(newestFirst);
  expect(graphql.ids).toEqual(newestFirst);
  expect(new Set([...rest.counts, ...graphql.counts])).toEqual(new Set([expected.length]));
}

test('every filter finds the records that match, and its count is the number of them, after any changes', async () => {
  const fixture = await openTestGateway();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const partner = await fixture.partner();
      const funded = await partner.completeCustomer('HK');
      const model: Model = { customers: new Map([[funded, 'ext-1']]), settlements: new Map() };
      for (const each of steps) await take(partner, funded, model, each);

      const customers = [...model.customers];
      await expectList(partner, CUSTOMERS, {}, '{}', [...model.customers.keys()]);
      for (const external of [...EXTERNALS, 'ext-1', 'none']) {
        const found = customers.filter(([, name]) => name === external).map(([id]) => id);
        const graphql = `{ externalCustomerId: ${JSON.stringify(external)} }`;
        await expectList(partner, CUSTOMERS, { external_customer_id: external }, graphql, found);
      }

      const settlements = [...model.settlements];
      const nested = { ...SETTLEMENTS, path: `/v1/customers/${funded}/instant-settlements` };
      for (const status of [...STATUSES, null]) {
        for (const currency of [...CURRENCIES, null]) {
          const found = settlements
            .filter(([, each]) => status === null || each.status === status)
            .filter(([, each]) => currency === null || each.currency === currency)
            .map(([id]) => id);
          const filter = { ...(status && { status }), ...(currency && { currency }) };
          const parts = [
            ...(status ? [`status: ${status.toUpperCase()}`] : []),
            ...(currency ? [`currency: "${currency}"`] : []),
          ];
          await expectList(partner, SETTLEMENTS, filter, `{ ${parts.join(', ')} }`, found);
          expect((await walkByLink(partner, nested, { limit: 100, filter })).counts).toEqual([found.length]);
        }
      }
    }),
    { numRuns: RUNS },
  );
  await fixture.close();
});
