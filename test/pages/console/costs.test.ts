import { afterAll, beforeAll, expect, test } from 'vitest';
import * as generated from '../../../src/pages/console-kit/generated/graphql.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

/** A value for each variable of the documents; the pages are as long as an export asks for. */
const VARIABLES: Record<string, unknown> = {
  id: 'fun_none',
  customerId: 'cus_none',
  subject: 'kyc/cus_none',
  text: 'harbour',
  isShort: true,
  contactEmail: 'someone@harbour.example',
  from: '2026-01-01T00:00:00Z',
  currency: 'HKD',
  first: 100,
};

const queries = Object.entries(generated).flatMap(([name, document]) => {
  const text = String(document).trim();
  return /^query\b/m.test(text) ? [[name, text] as const] : [];
});

/** A list of a trial is refused if there is no such trial. */
const OF_TRIAL = 'TrialCasesDocument';

let fixture: TestGateway;
let trialId: string;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  // A sandbox has every field, and the clock of a partner only if there is the partner.
  fixture = await openTestGateway({ SANDBOX: 'on' });
  const { partnerId } = await fixture.partner();
  VARIABLES['partnerId'] = partnerId;
  operator = await fixture.key(partnerId, { role: 'operator' });
  const { json: made } = await operator.graphql(
    'mutation { createPolicy(input: { otherwise: REVIEW, purpose: "Costs", rules: [{ key: "large", when: "amount > 1", then: REVIEW }] }) { id } }',
  );
  const { json: begun } = await operator.graphql(
    'mutation ($id: ID!) { startPolicyTrial(id: $id, from: "2026-01-01", until: "2026-01-02") { trialId } }',
    { id: made.data.createPolicy.id },
  );
  trialId = begun.data.startPolicyTrial.trialId;
});
afterAll(() => fixture.close());

test('the page has documents for its screens', () => {
  expect(queries.length).toBeGreaterThan(20);
});

test.each(queries)('%s is within the limits, also for the page of an export', async (name, query) => {
  const declared = [...query.matchAll(/\$(\w+):/g)].map(([, each = '']) => each);
  const variables = Object.fromEntries(
    declared
      // Days are optional everywhere, and another type than moments of the same name.
      .filter((each) => each in VARIABLES && !query.includes(`$${each}: LocalDate`))
      .map((each) => [each, name === OF_TRIAL && each === 'id' ? trialId : VARIABLES[each]]),
  );
  const { json } = await operator.graphql(query, variables);
  expect(json.errors).toBeUndefined();
});
