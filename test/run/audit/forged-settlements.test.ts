import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import type { SettlementRow } from '../../../src/nouns/settlement/settlement.present.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
  await allowEverything(stages);
});
afterAll(() => stages.close());

const db = () => stages.gateway.database.writes;
const rowOf = (id: string): Promise<SettlementRow> =>
  db().selectFrom('instant_settlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const write = async (id: string, change: Partial<SettlementRow>) =>
  void (await db().updateTable('instant_settlement').set(change).where('id', '=', id).execute());

const path = (id: string) => `/v1/instant-settlements/${id}`;
const get = (id: string) => stages.partner.rest('GET', path(id));

/** The error code of each operation on the settlement. */
async function refusalsOf(id: string): Promise<readonly unknown[]> {
  const read = await get(id);
  const shown = await stages.operator.graphql(`{ instantSettlement(id: "${id}") { amount } }`);
  const decided = await stages.partner.rest('PUT', `${path(id)}/decision`, { type: 'accept' });
  const disbursed = await stages.cause('disburse', id);
  return [
    [read.status, read.json.error?.code],
    shown.json.errors?.[0].extensions.code,
    [decided.status, decided.json.error?.code],
    disbursed?.json.errors?.[0].extensions.code,
  ];
}
const REFUSED = [
  [503, 'service_unavailable'],
  'service_unavailable',
  [503, 'service_unavailable'],
  'service_unavailable',
];

/** The findings of `audit verify` about one settlement. */
async function faultsOf(id: string): Promise<readonly string[]> {
  const { findings } = await verify(stages);
  return findings.flatMap(({ fault, record, subject }) =>
    record === `instant_settlement/${id}` || subject === `funding/${id}` ? [fault] : [],
  );
}

let offer: string;
let other: string;
beforeEach(async () => {
  offer = await stages.bring('approved');
  other = await stages.bring('approved');
});

test('the trail has the submitted request and the rate of its approval', async () => {
  const rows = await db()
    .selectFrom('event')
    .select('data')
    .where('subject', '=', `funding/${offer}`)
    .orderBy('sequence')
    .execute();
  const { interest_rate, approved_kyc_revision } = await rowOf(offer);
  expect(rows.map(({ data }) => JSON.parse(data))).toEqual([
    { currency: 'HKD', amount: 1_000_000 },
    {
      interest_rate,
      fee: 2_000,
      repayment_order: 'fee_first',
      kyc_revision: approved_kyc_revision,
      decision: expect.stringMatching(/^dcn_\w{26}$/),
    },
  ]);
});

describe('a settlement that was changed in the database directly is refused, the log says which, and verify finds it', () => {
  const changes: Readonly<Record<string, () => Promise<Partial<SettlementRow>>>> = {
    'another amount': async () => ({ amount: 9_000_000 }),
    'another currency': async () => ({ currency: 'JPY' }),
    'another rate': async () => ({ interest_rate: 0.0001 }),
    'another status': async () => ({ status: 'accepted' }),
    'another period': async () => ({ settlement_period: 1 }),
    'another customer': async () => ({ customer_id: await stages.partner.completeCustomer() }),
    'another account rate': async () => ({ account_refund_rate: null }),
    'a longer offer': async () => ({ offer_expires_at: '2099-01-01T00:00:00Z' }),
    'another moment of change': async () => ({ updated_at: '2020-01-01T00:00:00Z' }),
    'the MAC of another settlement': async () => ({ amount: 2, mac: (await rowOf(other)).mac }),
    'no MAC': async () => ({ mac: '' }),
    'another number of steps': async () => ({ steps: 7 }),
  };

  test.each(Object.entries(changes))('%s', async (_, change) => {
    await write(offer, await change());
    stages.logged.length = 0;
    expect(await refusalsOf(offer)).toEqual(REFUSED);
    const failures = stages.logged.filter((line) => line.includes('"failure"'));
    expect(failures).toHaveLength(REFUSED.length);
    for (const line of failures) {
      expect(JSON.parse(line)).toMatchObject({ error: 'DamageError', place: `instant_settlement/${offer}` });
    }
    expect(await faultsOf(offer)).toContain('record_forged');
    expect(await faultsOf(other)).toEqual([]);
  });

  test('two whose MACs were swapped', async () => {
    const [one, two] = [await rowOf(offer), await rowOf(other)];
    await write(offer, { mac: two.mac });
    await write(other, { mac: one.mac });
    expect(await refusalsOf(offer)).toEqual(REFUSED);
    expect(await refusalsOf(other)).toEqual(REFUSED);
  });

  test('a note that was removed', async () => {
    const denied = await stages.bring('submitted');
    const mutation = `mutation { denyInstantSettlement(id: "${denied}", reason: CREDIT_POLICY, note: "why") { id } }`;
    await stages.operator.graphql(mutation);
    expect((await get(denied)).status).toBe(200);
    await write(denied, { denial_note: null });
    expect((await get(denied)).status).toBe(503);
    expect(await faultsOf(denied)).toEqual(['record_forged']);
  });
});

describe('a settlement that was set back to an earlier state', () => {
  test('does not move, though its MAC was right then, and verify finds it', async () => {
    const before = await rowOf(offer);
    await stages.cause('withdraw', offer);
    await write(offer, before);
    const decided = await stages.partner.rest('PUT', `${path(offer)}/decision`, { type: 'accept' });
    expect([decided.status, decided.json.error.code]).toEqual([503, 'service_unavailable']);
    expect(await faultsOf(offer)).toEqual(['record_differs']);
  });

  test('is not disbursed a second time', async () => {
    await stages.cause('accept', offer);
    const accepted = await rowOf(offer);
    await stages.cause('disburse', offer);
    await write(offer, accepted);
    const again = await stages.cause('disburse', offer);
    expect(again?.json.errors[0].extensions.code).toBe('service_unavailable');
  });

  test('is found if its events were removed with it', async () => {
    const before = await rowOf(offer);
    await stages.cause('withdraw', offer);
    await runHousekeeping(stages.gateway);
    await db()
      .deleteFrom('event')
      .where('subject', '=', `funding/${offer}`)
      .where('type', '=', 'funding.withdrawn')
      .execute();
    await write(offer, before);
    const { findings } = await verify(stages);
    expect(findings.map(({ fault }) => fault)).toContain('event_removed');
  });
});

test('an event that was edited so that it cannot be read stops no history, and verify finds it', async () => {
  await db()
    .updateTable('event')
    .set({ data: '{' })
    .where('subject', '=', `funding/${offer}`)
    .where('type', '=', 'funding.approved')
    .execute();
  const { json } = await stages.partner.graphql(
    `{ instantSettlement(id: "${offer}") { history { event automatic } } }`,
  );
  const shown = json.data.instantSettlement;
  expect(shown.history.map(({ event }: { event: string }) => event)).toEqual(['SUBMIT', 'APPROVE']);
  expect(await faultsOf(offer)).toContain('record_differs');
});

test('a removed settlement is found by its events, and an inserted one by its MAC', async () => {
  const row = await rowOf(offer);
  await db().deleteFrom('instant_settlement').where('id', '=', offer).execute();
  await db()
    .insertInto('instant_settlement')
    .values({ ...row, id: 'fun_inserted' })
    .execute();
  expect(await faultsOf(offer)).toEqual(['record_removed']);
  expect(await faultsOf('fun_inserted')).toEqual(['record_forged', 'record_differs']);
});

test('an automatic acceptance, which is two moves in one write, agrees with its history', async () => {
  const { partnerId } = stages.partner;
  await stages.operator.graphql(
    `mutation { updatePartner(id: "${partnerId}", input: { autoAccept: true }) { id } }`,
  );
  const id = await stages.submit();
  await stages.cause('approve', id);
  await stages.operator.graphql(
    `mutation { updatePartner(id: "${partnerId}", input: { autoAccept: false }) { id } }`,
  );
  expect((await stages.read(id)).status).toBe('accepted');
  expect(await faultsOf(id)).toEqual([]);
});

test('a forged settlement stops neither other settlements nor the scheduler', async () => {
  // More offers than the scheduler ends in one transaction, sorted before the genuine one.
  const row = await rowOf(offer);
  const copies = Array.from({ length: 101 }, (_, n) => ({
    ...row,
    id: `fun_${String(n).padStart(26, '0')}`,
  }));
  await db().insertInto('instant_settlement').values(copies).execute();
  await db().updateTable('instant_settlement').set({ mac: '' }).where('status', '=', 'approved').execute();
  const genuine = await stages.bring('approved');
  stages.wait(31 * 86_400_000);
  await expect(runHousekeeping(stages.gateway)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await stages.read(genuine)).status).toBe('denied');
  expect((await get(offer)).status).toBe(503);
  expect(await verify(stages)).toMatchObject({ waiting_events: 0 });
});
