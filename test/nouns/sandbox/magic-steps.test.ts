import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { APIS, NOW, request } from './magic.ts';

let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' }, () => NOW);
});
afterAll(() => fixture.close());

describe('the steps of magic amounts', () => {
  const rest = APIS.REST;
  const next = (partner: TestPartner) => partner.rest('POST', '/v1/sandbox/clock', { to: 'next' });

  test('are reached by `next` one after another', async () => {
    const { partner } = await request(fixture, rest, 1_000_010);
    const moments = [];
    for (let step = 0; step < 6; step += 1) moments.push((await next(partner)).json.now);
    expect(moments).toEqual([
      '2026-01-28T00:01:00Z',
      '2026-01-28T16:00:00Z',
      '2026-01-29T16:00:00Z',
      // The last part, and the fee that the month has earned.
      '2026-01-30T16:00:00Z',
      '2026-01-31T16:00:00Z',
      '2026-02-07T16:00:00Z',
    ]);
  });

  test('of several settlements come in the order of time', async () => {
    const { partner, customer } = await request(fixture, rest, 1_000_004);
    await rest.advance(partner, 'PT12H');
    for (const amount of [1_000_009, 1_000_010, 1_000_008])
      await rest.create(partner, { ...settlementBody(customer), amount, settlement_period: 1 });
    const events = await rest.advance(partner, 'P20D');
    expect(events.length).toBeGreaterThan(20);
    expect(events.map((event) => event.split(' ')[0])).toEqual(
      events.map((event) => event.split(' ')[0]).toSorted(),
    );
  });

  test('follow what the partner plays meanwhile', async () => {
    const { partner, id } = await request(fixture, rest, 1_000_010);
    const path = `/v1/sandbox/instant-settlements/${id}`;
    await partner.rest('POST', `${path}/disburse`);
    expect(await rest.advance(partner, 'P1D')).toEqual([
      '2026-01-28T16:00:00Z repayment.received',
      '2026-01-28T16:00:00Z funding.balance_changed',
    ]);
    await partner.rest('POST', `${path}/write-off`);
    expect(await rest.advance(partner, 'P1M')).toEqual([]);
  });

  test('wait while a hold stops the payout', async () => {
    const { partner, id } = await request(fixture, rest, 1_000_009);
    const operator = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read', 'write'] });
    const placed = await operator.graphql(
      `mutation ($id: ID!) { hold(kind: SETTLEMENT, id: $id, reason: "Look at it") { id } }`,
      { id },
    );
    expect(placed.json.errors).toBeUndefined();
    expect(await rest.advance(partner, 'P1D')).toEqual([]);
  });

  test('go on after a restart, and without a request of the partner', async () => {
    let now = NOW;
    const database = await sharedDatabase();
    const open = () => openTestGateway({ SANDBOX: 'on', DATABASE_URL: database.url }, () => now);
    const stopped = await open();
    const { partner: before, id } = await request(stopped, rest, 1_000_004);
    await stopped.close();
    const restarted = await open();
    try {
      const partner = restarted.withKey(before.apiKey);
      const statusAt = async (moment: string) => {
        now = new Date(moment);
        // The files of a gateway of the tests are in memory, so this one misses them.
        await runHousekeeping(restarted.gateway, { onFailure: () => {} });
        return (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json.status;
      };
      expect(await statusAt('2026-01-28T00:00:59Z')).toBe('accepted');
      expect(await statusAt('2026-01-28T00:01:00Z')).toBe('funded');
      expect(await statusAt('2026-01-28T17:00:00Z')).toBe('repaid');
    } finally {
      await restarted.close();
      await database.drop();
    }
  });

  test('count in the bound of an advance with all that follows them', async () => {
    const { partner, id } = await request(fixture, rest, 1_000_010);
    const { writes } = fixture.gateway.database;
    const row = await writes
      .selectFrom('instant_settlement')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 600 }, (_, at) => ({ ...row, id: `${id.slice(0, -5)}${10_000 + at}` }));
    for (let at = 0; at < rows.length; at += 100)
      await writes
        .insertInto('instant_settlement')
        .values(rows.slice(at, at + 100))
        .execute();
    const { status, json } = await partner.rest('POST', '/v1/sandbox/clock', { advance: 'P1M' });
    expect({ status, ...json.error }).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      param: 'advance',
    });
    expect((await partner.rest('GET', '/v1/sandbox/clock')).json.now).toBe('2026-01-28T00:00:00Z');
    await writes
      .deleteFrom('instant_settlement')
      .where('id', '!=', id)
      .where('partner_id', '=', partner.partnerId)
      .execute();
  });
});

test('the trail and the totals are whole after it all', async () => {
  await fixture.relay();
  const { database, keyring } = fixture.gateway;
  const { findings } = await verifyTrail(database.reads, {
    ...keyring,
    keys: keyring.verifying.audit,
    formerKeys: [],
    anchors: [],
    progress: () => {},
  });
  expect(findings).toEqual([]);
});
