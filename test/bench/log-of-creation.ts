import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCustomer } from '../../src/nouns/customer/customer.operations.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { customerBody, openTestGateway, type TestGateway } from '../support/gateway.ts';
import { startPostgres, tell } from '../support/postgres/server.ts';
import { callerOf, filledEnvironment, follow } from './fill.ts';

/**
 * How many bytes of the log of PostgreSQL a creation writes, with its events, positions, checkpoints and counters:
 * `node test/bench/log-of-creation.ts`, optionally with `--customers 10000`, and with `--key` for an idempotency key. The log
 * is independent of other work on the machine. It has no images of pages, and no vacuum writes into it.
 */
const { values } = parseArgs({
  options: { customers: { type: 'string', default: '10000' }, key: { type: 'boolean', default: false } },
});
const CUSTOMERS = Number(values.customers);
/** So that the pages of the indexes are as full as they stay. */
const BEFORE = 2_000;
/** As many as the connections of the other measures. */
const AT_ONCE = 32;
/** Creations whose events get their positions together. */
const FOLLOWED = 128;

async function create(fixture: TestGateway, partnerId: string, customers: number): Promise<void> {
  const caller = callerOf({ partnerId });
  const make = async () => {
    const name = randomUUID();
    await execute(fixture.gateway, createCustomer, {
      caller,
      requestId: randomUUID(),
      ids: {},
      ...(values.key ? { idempotencyKey: randomUUID() } : {}),
      input: customerBody({
        external_customer_id: name.slice(0, 18),
        contact_email: `${name.slice(0, 9)}@example.com`,
        company_name: `${name.slice(0, 8)} Trading Limited`,
      }),
    });
  };
  for (let made = 0; made < customers; made += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, customers - made) }, make));
    if ((made + AT_ONCE) % FOLLOWED === 0) await follow(fixture);
  }
  await follow(fixture);
}

await using server = await startPostgres({
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
});
const database = await server.create('log');
const folder = mkdtempSync(join(tmpdir(), 'fundgate-log-'));
const fixture = await openTestGateway(filledEnvironment({ folder, database }));
const { partnerId } = await fixture.partner();
const end = async () =>
  Number(
    (await tell(database, `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`)).rows[0]
      ?.bytes,
  );
await create(fixture, partnerId, BEFORE);
const before = await end();
await create(fixture, partnerId, CUSTOMERS);
console.log(`${Math.round(((await end()) - before) / CUSTOMERS)} bytes of log for a creation`);
await fixture.close();
rmSync(folder, { recursive: true });
