import { afterAll, beforeAll, expect, test } from 'vitest';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const database = await sharedDatabase();
let gateways: readonly [TestGateway, TestGateway];
beforeAll(async () => {
  const shared = { DATABASE_URL: database.url };
  gateways = [await openTestGateway(shared), await openTestGateway(shared)];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database.drop();
});

test('processes that relay in turns give each event one position, without a gap', async () => {
  const [one, other] = gateways;
  const partner = await one.partner();
  await Promise.all(gateways.map(({ gateway }) => relayAll(gateway)));
  for (let round = 0; round < 8; round += 1) {
    await createCustomers(partner, 3);
    // Once or twice in a row, so that each remembers what it did before the other one.
    for (const { gateway } of [one, other, one, one, other].slice(round % 3)) {
      await relayAll(gateway);
      await createCustomers(partner, 1);
    }
  }
  await relayAll(one.gateway);
  const { reads } = one.gateway.database;
  const events = await reads.selectFrom('event').select('number').orderBy('number').execute();
  const fed = await reads
    .selectFrom('feed')
    .select(['position', 'event_number as number'])
    .orderBy('position')
    .execute();
  expect(fed.map(({ position }) => position)).toEqual(events.map((_event, at) => at + 1));
  expect(fed.map(({ number }) => number)).toEqual(events.map(({ number }) => number));
});
