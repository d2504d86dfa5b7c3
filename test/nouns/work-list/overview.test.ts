import { expect, test } from 'vitest';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';

const DAY_MS = 86_400_000;
const TOTALS = '{ settlementOverview { totals { status currency count } } }';

test('a lapsed offer counts as denied in the overview before the scheduler has written so', async () => {
  let now = new Date('2026-03-01T10:00:00Z');
  const fixture = await openTestGateway({}, () => now);
  const partner = await fixture.partner({ offer_valid_days: 1 });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer();
  const submit = (currency: string) =>
    partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId, { currency }));
  await submit('HKD');
  await submit('JPY');
  now = new Date(now.getTime() + DAY_MS / 2);
  await submit('HKD');
  now = new Date(now.getTime() + DAY_MS / 2);

  const { json } = await operator.graphql(TOTALS);
  expect(json.data.settlementOverview.totals).toEqual([
    { status: 'APPROVED', currency: 'HKD', count: 1 },
    { status: 'DENIED', currency: 'HKD', count: 1 },
    { status: 'DENIED', currency: 'JPY', count: 1 },
  ]);
  await fixture.close();
});
