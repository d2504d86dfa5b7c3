// Servers of its own, since one fails and another takes over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { requireTrail } from '../../../src/run/open/require-trail.ts';
import { startWatchingProgress } from '../../../src/run/upkeep/watching-progress.ts';
import { customerBody, openTestGateway } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { pauseReplay, startReplica } from '../../support/postgres/replica.ts';
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

const silent = createLogger('silent');

test('a failover to a standby that lagged, and a way back to the old primary, are failures until they are accepted', async () => {
  using folder = dataFolder();
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const settings = { DATABASE_URL: `postgres://fundgate@${hosts}/gateway`, DATA_DIR: folder.path };
  const logged: string[] = [];
  const log = createLogger('info', { write: (line) => void logged.push(line) });
  const said = (text: string) => logged.filter((line) => line.includes(text));
  const gateway = await openTestGateway(settings);
  const watching = startWatchingProgress(gateway.gateway, log);
  const ready = () => gateway.fetch('GET', '/readyz');
  const readyStatus = async () => (await ready()).status;
  const partner = await gateway.partner();
  const change = async () => {
    expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
    await gateway.relay();
    await gateway.gateway.progress.check();
  };
  await change();
  const end = (await tell(primary.url('postgres'), 'select pg_current_wal_lsn() as lsn')).rows[0].lsn;
  const replayed = `select pg_last_wal_replay_lsn() >= '${end}' as all`;
  await expect.poll(async () => (await tell(standby.url('postgres'), replayed)).rows[0].all).toBe(true);
  expect(await readyStatus()).toBe(200);

  await pauseReplay(standby);
  await standby.stop('immediate');
  await change();
  await primary.stop('immediate');
  await standby.start();
  await tell(standby.url('postgres'), 'select pg_promote()');
  await expect.poll(() => said('the database was set back').length).toBe(1);
  expect((await ready()).json.error.message).toBe(
    'The database was set back to an earlier state; a person must look at it.',
  );
  // What audit accept does in another process.
  const accepting = await openTestGateway(settings);
  await expect(requireTrail(accepting.gateway, silent)).rejects.toThrow('changes are missing');
  await accepting.gateway.progress.accept();
  await requireTrail(accepting.gateway, silent);
  await accepting.gateway[Symbol.asyncDispose]();
  await expect.poll(() => said('accepted as it is').length).toBe(1);
  await expect.poll(readyStatus).toBe(200);

  await standby.stop('immediate');
  await primary.start();
  await expect.poll(() => said('it is an old primary').length).toBe(1);
  expect(await readyStatus()).toBe(503);
  await watching.stop();
  await gateway.close();
});
