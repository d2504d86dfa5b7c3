// Servers of its own, since one fails and another takes over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { startReplica } from '../../support/postgres/replica.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

let primary: PostgresServer;
let standby: PostgresServer;
beforeAll(async () => {
  primary = await startPostgres();
  await primary.create('gateway');
  standby = await startReplica(primary);
});
afterAll(async () => {
  await standby[Symbol.asyncDispose]();
  await primary[Symbol.asyncDispose]();
});

test('a URL of several hosts leads to the host that takes changes, before and after a failover', async () => {
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const DATABASE_URL = `postgres://fundgate@${hosts}/gateway?target_session_attrs=read-write`;
  const gateway = await openTestGateway({ DATABASE_URL });
  try {
    const partner = await gateway.partner();
    const create = async () => (await partner.rest('POST', '/v1/customers', customerBody())).status;
    const ready = async () => (await gateway.fetch('GET', '/readyz')).status;
    expect(await create()).toBe(200);

    const end = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes";
    const { bytes } = (await tell(primary.url('postgres'), end)).rows[0];
    const replayed = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${bytes} as all`;
    await expect.poll(async () => (await tell(standby.url('postgres'), replayed)).rows[0].all).toBe(true);
    await primary.stop('immediate');
    await expect.poll(create).toBe(503);
    await tell(standby.url('postgres'), 'select pg_promote()');
    await expect.poll(create).toBe(200);
    await expect.poll(ready).toBe(200);
    expect((await partner.rest('GET', '/v1/customers')).json.count).toBeGreaterThanOrEqual(2);
  } finally {
    await gateway.close();
  }
});
