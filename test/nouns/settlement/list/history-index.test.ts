import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../src/kernel/caller.ts';
import type { Tables } from '../../../../src/engine/sql/tables.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { listSettlementHistories } from '../../../../src/nouns/settlement/history/settlement-history.operations.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { planOf } from '../../../support/database/plan-of.ts';

const SETTLEMENTS = 10_000;
const idOf = (n: number) => `fun_${String(n).padStart(26, '0')}`;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  await fill(fixture.gateway.database.writes);
});
afterAll(() => fixture.close());

/** Inserts two steps of each of many settlements of one partner. */
async function fill(db: Kysely<Tables>): Promise<void> {
  for (let start = 0; start < SETTLEMENTS; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, offset) => start + offset).flatMap((n) =>
      ['funding.submitted', 'funding.approved'].map((type, step) => ({
        id: `evt_${String(2 * n + step).padStart(26, '0')}`,
        type,
        subject: `funding/${idOf(n)}`,
        sequence: step + 1,
        partner_id: 'par_1',
        actor: 'key_1',
        request_id: 'history',
        created_at: '2026-01-01T00:00:00Z',
        data: '{}',
        key: '',
        mac: '',
      })),
    );
    await db.insertInto('event').values(rows).execute();
  }
  if (fixture.gateway.database.rowLocks) await sql`analyze event`.execute(db);
}

const partner: Caller = {
  actor: 'key_1',
  role: 'partner',
  scopes: new Set(['read']),
  partnerId: 'par_1',
  keyId: 'key_1',
  operatorId: null,
  sessionHash: null,
  v1Members: 'all',
};

test.each([
  ['a partner', partner],
  ['an operator', { ...partner, role: 'operator', partnerId: null } satisfies Caller],
])('the history of five settlements is found for %s by their subjects', async (_, caller) => {
  const funding_ids = [1, 20, 300, 4_000, 9_999].map(idOf);
  const input = { funding_ids };
  const { plan, view } = await planOf(fixture, (gateway) =>
    execute(gateway, listSettlementHistories, { caller, requestId: 'test', ids: {}, input }),
  );
  expect(view).toHaveLength(10);
  expect(plan.join('\n')).toMatch(/event_subject/);
  expect(plan.join('\n')).not.toMatch(/event_partner|event_type|Seq Scan on event|SCAN event/);
});

test('another partner finds nothing of it', async () => {
  const caller = { ...partner, partnerId: 'par_2' };
  const input = { funding_ids: [idOf(1)] };
  const { view } = await execute(fixture.gateway, listSettlementHistories, {
    caller,
    requestId: 'test',
    ids: {},
    input,
  });
  expect(view).toEqual([]);
});
