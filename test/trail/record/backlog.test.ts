import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { givePositions } from '../../../src/trail/positions/give-positions.ts';
import { watchStatements } from '../../support/database/plan-of.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { needsPostgres } from '../../support/needs.ts';

test('a batch of a long queue is planned as a part of it, not as a single row', needsPostgres(), async () => {
  await using stack = new AsyncDisposableStack();
  const fixture = await openTestGateway();
  stack.defer(() => fixture.close());
  const { database, auditKeys } = fixture.gateway;
  const { statements, watch } = watchStatements(fixture);
  // Not in memory, so it is read from the database.
  await database.writes
    .insertInto('waiting_event')
    .values({ event_id: 'evt_1', key: 'k', mac: 'm', refused: 0 })
    .execute();
  await givePositions(database.writes.withPlugin(watch), auditKeys, new Date());
  const query = statements.find(({ sql }) => sql.includes('join "feed"'));
  if (query === undefined) throw new Error('The queue is read with its events.');
  const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  const { rows } = await database.reads.executeQuery<Record<string, string>>(explained);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Anti Join/);
});
