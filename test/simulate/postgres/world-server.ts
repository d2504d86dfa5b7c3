import { startPostgres, tell } from '../../support/postgres/server.ts';
import { renew, type Renewal, renewalOf } from '../../support/postgres/used-database.ts';
import { whileAlive } from '../world/alive.ts';

/** Real milliseconds after which the server looks for a deadlock. */
const DEADLOCK_TIMEOUT = '20ms';

const SETTINGS = {
  // What runs by itself would take locks between two turns.
  autovacuum: 'off',
  deadlock_timeout: DEADLOCK_TIMEOUT,
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
};

/** The databases of the scene, of the scene in an earlier version, and of the present world. */
type Name = 'scene' | 'earlier' | 'world';

/** The server of the worlds of one process. */
export async function startWorldServer() {
  const server = await startPostgres(SETTINGS);
  let renewal: Renewal = { schema: '', rows: '' };
  const make = async (name: Name, template: string) => {
    await tell(server.url('postgres'), `drop database if exists "${name}" with (force)`);
    return server.create(name, template);
  };
  await make('scene', 'template0');
  return {
    url: (name: string) => server.url(name),
    /** Keeps what the scene has made. */
    keepScene: () =>
      whileAlive(async () => {
        renewal = await renewalOf(server.url('scene'));
      }),
    make: (name: Name, template: string) => whileAlive(() => make(name, template)),
    /** Makes the database of the next world as the scene is. */
    renewWorld: () =>
      whileAlive(async () => {
        const isRenewed = await renew(server.url('world'), renewal).catch(() => false);
        if (!isRenewed) await make('world', 'scene');
      }),
    stop: () => whileAlive(() => server.stop('immediate')),
    start: () => whileAlive(() => server.start()),
    [Symbol.asyncDispose]: () => whileAlive(async () => server[Symbol.asyncDispose]()),
  };
}
