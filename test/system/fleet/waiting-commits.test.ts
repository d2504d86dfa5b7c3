// Servers of its own, since the synchronous standby is stopped.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { startReplica } from '../../support/postgres/replica.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

const POOL = 4;

let primary: PostgresServer;
let standby: PostgresServer;
beforeAll(async () => {
  primary = await startPostgres();
  await primary.create('gateway');
  standby = await startReplica(primary);
  for (const statement of ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
    await tell(primary.url('postgres'), statement);
});
afterAll(async () => {
  await standby[Symbol.asyncDispose]();
  await primary[Symbol.asyncDispose]();
});

test('while the only synchronous standby is gone, changes and /readyz are 503, reads go on, and few commits wait', async () => {
  const gateway = await openTestGateway({
    DATABASE_URL: primary.url('gateway'),
    DATABASE_POOL: String(POOL),
  });
  try {
    const partner = await gateway.partner();
    const create = () => partner.rest('POST', '/v1/customers', customerBody());
    const readyStatus = async () => (await gateway.fetch('GET', '/readyz')).status;
    expect(await readyStatus()).toBe(200);
    expect((await create()).status).toBe(200);

    await standby.stop('immediate');
    await expect.poll(readyStatus).toBe(503);
    const refused = await Promise.all(Array.from({ length: 3 * POOL }, create));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await gateway.fetch('GET', '/readyz')).json.error.message).toBe(
      'The database takes no changes; try again in a moment.',
    );
    expect((await create()).status).toBe(503);
    expect((await partner.rest('GET', '/v1/customers')).status).toBe(200);
    const waiting = "select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'";
    const { n } = (await tell(primary.url('postgres'), waiting)).rows[0];
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThanOrEqual(POOL);

    await standby.start();
    await expect.poll(async () => (await create()).status).toBe(200);
    await expect.poll(readyStatus).toBe(200);
    expect((await Promise.all(Array.from({ length: 3 * POOL }, create))).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 * POOL }, () => 200),
    );
  } finally {
    await gateway.close();
  }
});
