import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { givePositions } from '../../../src/trail/positions/give-positions.ts';
import { watchStatements } from '../../support/database/plan-of.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { needsPostgres } from '../../support/needs.ts';

test(
  'a batch of a long queue reads the events by their numbers, and no other events',
  needsPostgres(),
  async () => {
    await using stack = new AsyncDisposableStack();
    const fixture = await openTestGateway();
    stack.defer(() => fixture.close());
    const { database, auditKeys } = fixture.gateway;
    const { statements, watch } = watchStatements(fixture);
    await createCustomers(await fixture.partner(), 1);
    // The keys of another process, which has not made these MACs and reads the events from the database.
    const [first, ...rest] = auditKeys;
    await givePositions(database.writes.withPlugin(watch), [first, ...rest], new Date());
    const query = statements.find(({ sql }) => sql.includes('as "unfed"'));
    if (query === undefined) throw new Error('The events are read from the database.');
    const explained = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
    await database.writes.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
    const { rows } = await database.writes.executeQuery<Record<string, string>>(explained);
    await database.writes.executeQuery(CompiledQuery.raw('reset enable_seqscan'));
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/event_pkey/);
    expect(plan).not.toMatch(/Seq Scan on (?:event|feed)\b/);
  },
);
