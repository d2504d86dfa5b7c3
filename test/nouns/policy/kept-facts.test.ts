import { expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { openPolicies } from './fixture.ts';

test('A policy evaluates a rate of -0.0 as 0, as the decision keeps it', async () => {
  const policies = await openPolicies();
  const when = '1.0 / chargeback_rate > 0.0';
  await policies.publish({ rules: [{ key: 'endless', when, then: 'REVIEW' }], otherwise: 'APPROVE' });
  const body = settlementBody(policies.customerId, { account_chargeback_rate: 0.123 });
  const { json } = await policies.partner.rest(
    'POST',
    '/v1/instant-settlements',
    JSON.stringify(body).replace('0.123', '-0.0'),
    { 'content-type': 'application/json' },
  );
  expect(json.status).toBe('submitted');
  await policies.close();
});
