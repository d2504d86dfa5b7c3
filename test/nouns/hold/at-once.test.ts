import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undone } from '../../support/fixtures/audit-fixture.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

const place = () =>
  stages.operator.graphql('mutation { hold(kind: ALL, reason: "a court asked") { id kind } }');

async function codeOf(event: 'approve' | 'disburse', id: string) {
  const { json } = (await stages.cause(event, id)) ?? { json: {} };
  return json.errors?.[0].extensions.code ?? null;
}

test('holds and payouts at once: nothing is paid out after a hold was placed', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => stages.bring('accepted')));
  const [{ json: placed }, ...codes] = await Promise.all([
    place(),
    ...ids.map((id) => codeOf('disburse', id)),
  ]);
  const { json } = await stages.operator.graphql('{ events(first: 50) { nodes { type subject } } }');
  const { hold } = placed.data;
  expect(hold.kind).toBe('ALL');
  for (const code of codes) expect([null, 'on_hold']).toContain(code);
  const paid = json.data.events.nodes.filter(({ type }: { type: string }) => type === 'FUNDING_DISBURSED');
  expect(paid).toHaveLength(codes.filter((code) => code === null).length);
  expect(await codeOf('disburse', await stages.bring('submitted'))).toBe('funding_status_invalid');

  const standing = '{ holds(filter: { standing: true, kind: ALL }) { totalCount nodes { id } } }';
  const { json: listed } = await stages.operator.graphql(standing);
  expect(listed.data.holds).toEqual({ totalCount: 1, nodes: [{ id: hold.id }] });
  const lift = 'mutation ($id: ID!) { liftHold(id: $id, reason: "cleared") { liftReason } }';
  const { json: lifted } = await stages.operator.graphql(lift, { id: hold.id });
  expect(lifted.data.liftHold).toEqual({ liftReason: 'cleared' });
  expect(await codeOf('disburse', await stages.bring('accepted'))).toBeNull();
});

const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

test.runIf(onPostgres())('a hold waits for an approval that looked for holds before it', async () => {
  const id = await stages.submit();
  const { reads } = stages.gateway.database;
  const count = async () => (await waiting.execute(reads)).rows[0]?.count;
  const both = await undone(stages, async (db) => {
    // The approval has looked for holds when it writes its event, whose number is taken until this is undone.
    await sql`insert into event (id, type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac)
      select id || '0', type, subject, sequence + 1, partner_id, actor, request_id, created_at, data, key, mac
      from event where subject = ${`funding/${id}`}`.execute(db);
    const approval = codeOf('approve', id);
    await expect.poll(count).toBe(1);
    let isPlaced = false;
    const hold = place().then(() => (isPlaced = true));
    await expect.poll(async () => isPlaced || (await count()) === 2).toBe(true);
    return { isPlaced, ended: Promise.all([approval, hold]) };
  });
  expect(both.isPlaced).toBe(false);
  expect(await both.ended).toEqual([null, true]);
  expect(await codeOf('approve', await stages.submit())).toBe('on_hold');
});
