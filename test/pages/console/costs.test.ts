import { afterAll, beforeAll, expect, test } from 'vitest';
import * as generated from '../../../src/pages/console-kit/generated/graphql.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

/** A value for each variable of the documents; the pages are as long as an export asks for. */
const VARIABLES: Record<string, unknown> = {
  id: 'fun_none',
  customerId: 'cus_none',
  subject: 'kyc/cus_none',
  text: 'harbour',
  contactEmail: 'someone@harbour.example',
  from: '2026-01-01T00:00:00Z',
  currency: 'HKD',
  first: 100,
};

const queries = Object.entries(generated).flatMap(([name, document]) => {
  const text = String(document).trim();
  return /^query\b/m.test(text) ? [[name, text] as const] : [];
});

let fixture: TestGateway;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  // A sandbox has every field, and the clock of a partner only if there is the partner.
  fixture = await openTestGateway({ SANDBOX: 'on' });
  const { partnerId } = await fixture.partner();
  VARIABLES['partnerId'] = partnerId;
  operator = await fixture.key(partnerId, { role: 'operator' });
});
afterAll(() => fixture.close());

test('the page has documents for its screens', () => {
  expect(queries.length).toBeGreaterThan(20);
});

test.each(queries)('%s is within the limits, also for the page of an export', async (_, query) => {
  const declared = [...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => name);
  const variables = Object.fromEntries(
    declared
      // Days are optional everywhere, and another type than moments of the same name.
      .filter((name) => name in VARIABLES && !query.includes(`$${name}: LocalDate`))
      .map((name) => [name, VARIABLES[name]]),
  );
  const { json } = await operator.graphql(query, variables);
  expect(json.errors).toBeUndefined();
});
