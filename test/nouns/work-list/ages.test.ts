import { expect, test } from 'vitest';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';

const AGES = '{ settlementOverview { ages { status hoursMax count } } }';

test('operators see how long what waits has waited', async () => {
  let now = new Date('2026-03-01T10:00:00Z');
  const fixture = await openTestGateway({}, () => now);
  const partner = await fixture.partner({ review: 'manual' });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer();
  const submit = () => partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  const hoursBefore = [200, 30, 29, 3, 0];
  const end = now.getTime() + 200 * 3_600_000;
  for (const hours of hoursBefore) {
    now = new Date(end - hours * 3_600_000);
    await submit();
  }
  const { json } = await operator.graphql(AGES);
  const counts = (status: string) =>
    json.data.settlementOverview.ages
      .filter((age: { status: string }) => age.status === status)
      .map(({ hoursMax, count }: { hoursMax: number | null; count: number }) => [hoursMax, count]);
  expect(counts('SUBMITTED')).toEqual([
    [1, 1],
    [4, 1],
    [24, 0],
    [72, 2],
    [168, 0],
    [null, 1],
  ]);
  expect(counts('ACCEPTED')).toEqual([1, 4, 24, 72, 168, null].map((hours) => [hours, 0]));
  await fixture.close();
});
