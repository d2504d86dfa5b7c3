// A process: the hold of its event loop and its memory are measured apart from the attacker.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';
import { fillGateway } from './fixture.ts';

const FILL_TIMEOUT_MS = 120_000;
const FAMILY_TIMEOUT_MS = 180_000;
const RUNS = 20;

let attacked: AttackedGateway;
let settlementId: string;
beforeAll(async () => {
  attacked = await openAttackedGateway();
  ({ settlementId } = await fillGateway(attacked.gateway));
}, FILL_TIMEOUT_MS);
afterAll(() => attacked.close());

const headers = {
  Authorization: `Bearer ${FIRST_KEY}`,
  'Content-Type': 'application/json',
  Accept: 'application/graphql-response+json',
};

const size = fc
  .tuple(fc.constantFrom('first', 'last', 'first: null, last'), fc.constantFrom(1, 5, 25, 60, 100))
  .map(([name, count]) => `${name}: ${count}`);
const leaf = (...fields: readonly string[]) =>
  fc.subarray([...fields], { minLength: 1 }).map((chosen) => chosen.join(' '));

/** Fields of customers and of settlements, each of which may show the other. */
const { customer, settlement } = fc.letrec<{ customer: string; settlement: string }>((tie) => ({
  customer: fc.oneof(
    { depthSize: 'small' },
    leaf('id', 'companyName', 'createdAt', '__typename'),
    fc.constant(
      'id kyc { __typename ... on Kyc { status legalName warnings { code } supportingDocuments { type status } } }',
    ),
    fc
      .tuple(size, tie('settlement'))
      .map(([page, inner]) => `id instantSettlements(${page}) { totalCount nodes { ${inner} } }`),
  ),
  settlement: fc.oneof(
    { depthSize: 'small' },
    leaf('id', 'amount', 'status', 'transactions', 'denialReason'),
    leaf('history { event at actor }', 'nextEvents { event by }', 'decisionReason', 'kycChanged'),
    tie('customer').map((inner) => `id customer { ${inner} }`),
  ),
}));

const root = fc.oneof(
  fc.tuple(size, customer).map(([page, inner]) => `customers(${page}) { totalCount nodes { ${inner} } }`),
  fc.tuple(size, settlement).map(([page, inner]) => `instantSettlements(${page}) { nodes { ${inner} } }`),
  fc.integer({ min: 1, max: 20 }).map((count) => {
    const aliases = Array.from({ length: count }, (_, n) => `t${n}: transactions`).join(' ');
    return `instantSettlement(id: "SETTLEMENT") { ${aliases} }`;
  }),
  fc.constant('__schema { types { name fields { name type { name } } } }'),
);

/** The same fields under several names. */
const document = fc
  .tuple(root, fc.constantFrom(1, 2, 5, 10, 20))
  .map(([field, count]) => `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')} }`);

test(
  'no document delays other clients: it is within the limits and answered, or refused before it runs',
  async () => {
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        const query = text.replaceAll('SETTLEMENT', settlementId);
        const harm = await attacked.attack({
          line: 'POST /graphql',
          headers,
          body: JSON.stringify({ query }),
        });
        expectHarmless(harm);
        const isRefused = harm.answer.text.includes('"code":"query_too_complex"');
        // A field of the schema is named "errors" too, which introspection shows: only a list of errors counts.
        const hasErrors = harm.answer.text.includes('"errors":[');
        expect([harm.answer.status, hasErrors]).toEqual(isRefused ? [400, true] : [200, false]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  FAMILY_TIMEOUT_MS,
);
