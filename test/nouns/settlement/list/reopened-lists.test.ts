import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../../../src/run/migrations/migrations.ts';
import { onPostgres } from '../../../support/postgres/databases.ts';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages({ review: 'manual', v1_members: 'interface' });
});
afterAll(() => stages.close());

test('in the first interface lists by status and their counts agree with the status that their items show', async () => {
  const { partner, customerId } = stages;
  const reopened = await stages.bring('repaid');
  const repaid = await stages.bring('repaid');
  const funded = await stages.bring('funded');
  const returned = await stages.bring('repaid');
  const again = await stages.bring('repaid');
  for (const id of [reopened, returned, again]) await stages.cause('reopen', id);
  await stages.cause('return', returned);
  await stages.cause('repay', again);
  const accepted = await stages.bring('accepted');

  const everyRepaid = [again, returned, repaid, reopened];
  const lists: readonly (readonly [status: string, ids: readonly string[]])[] = [
    ['funded', [funded]],
    ['accepted', [accepted]],
    ['repaid', everyRepaid],
    ['repaid,funded', [again, returned, funded, repaid, reopened]],
    ['accepted,denied,funded', [accepted, funded]],
  ];
  const conditions = ['', '&currency=HKD', '&created_from=2026-01-01', '&updated_from=2026-01-01'];
  const paths: readonly (readonly [path: string, conditions: readonly string[]])[] = [
    ['/v1/instant-settlements', [...conditions, `&customer_id=${customerId}`]],
    [`/v1/customers/${customerId}/instant-settlements`, conditions],
  ];
  for (const [path, each] of paths)
    for (const condition of each)
      for (const [status, ids] of lists) {
        const { json } = await partner.rest('GET', `${path}?limit=100&status=${status}${condition}`);
        const found = json.items.map(({ funding_id }: { funding_id: string }) => funding_id);
        expect([status, condition, json.count, found]).toEqual([status, condition, ids.length, ids]);
        expect(status.split(',')).toEqual(expect.arrayContaining(json.items.map(statusOfItem)));
      }
  const owed = '/v1/instant-settlements?servicing_state=current';
  expect((await partner.rest('GET', `${owed}&status=repaid`)).json.count).toBe(1);
  expect((await partner.rest('GET', `${owed}&status=funded`)).json.count).toBe(1);
  // By pages, of which each begins after the last item of the page before.
  const walked: string[] = [];
  for (let after = ''; walked.length < everyRepaid.length;) {
    const path = `/v1/instant-settlements?status=repaid&limit=1${after}`;
    walked.push((await partner.rest('GET', path)).json.items[0].funding_id);
    after = `&starting_after=${walked.at(-1)}`;
  }
  expect(walked).toEqual(everyRepaid);
  // GraphQL has the status of the machine, and its filter too.
  const { json } = await partner.graphql(
    '{ instantSettlements(first: 20, filter: { status: [REPAID] }) { totalCount nodes { id } } }',
  );
  expect(json.data.instantSettlements).toEqual({ totalCount: 2, nodes: [{ id: again }, { id: repaid }] });
});

test('the migration marks the settlements that an earlier version reopened, and no others', async () => {
  const { database } = stages.gateway;
  const marked = async () => {
    const rows = await database.reads
      .selectFrom('instant_settlement')
      .select('id')
      .where('reopened', '=', 1)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const before = await marked();
  expect(before).toHaveLength(3);
  await database.writes.updateTable('instant_settlement').set({ reopened: 0 }).execute();
  const migration = migrations.find(({ name }) => name === '0016-reopened');
  const [, mark = ''] = migration?.statements(onPostgres() ? 'postgres' : 'sqlite') ?? [];
  await sql.raw(mark).execute(database.writes);
  expect(await marked()).toEqual(before);
});

const statusOfItem = ({ status }: { readonly status: string }): string => status;
