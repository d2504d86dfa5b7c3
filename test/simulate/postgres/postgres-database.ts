import { basename } from 'node:path';
import type { Client } from 'pg';
import { migrateToNext, NEXT_VERSION } from '../database/next-version.ts';
import type { WorldDatabase } from '../database/world-database.ts';
import type { Scheduler } from '../world/scheduler.ts';
import { whileAlive } from '../world/alive.ts';
import { Backends, type LockWait } from './backends.ts';
import { makeEarlier } from './earlier.ts';
import { outsideClient, postgresRows } from './postgres-rows.ts';
import { Proxy } from './proxy.ts';
import { startWorldServer } from './world-server.ts';

const LOCK_WAITS = `select pid, pg_blocking_pids(pid) as by from (select distinct pid from pg_locks where not granted) own`;
const RUNNING = 'select pid from pg_stat_activity where pid = any($1::int[])';

/** A server of PostgreSQL for all worlds of one process, behind wires that let one message through at a time. */
export async function openPostgresDatabase(): Promise<WorldDatabase & AsyncDisposable> {
  const server = await startWorldServer();
  let observer: Promise<Client> | null = null;
  let present: Scheduler | null = null;

  async function look(asked: readonly number[]) {
    try {
      const client = await (observer ??= outsideClient(server.url('postgres')));
      return await whileAlive(async () => ({
        waits: (await client.query<LockWait>(LOCK_WAITS)).rows.map(({ pid, by }) => ({ pid, by: [...by] })),
        running: (await client.query<{ pid: number }>(RUNNING, [[...asked]])).rows.map(({ pid }) => pid),
      }));
    } catch {
      // The server is stopped.
      observer = null;
      return { waits: [], running: [] };
    }
  }

  const backends = new Backends(look);
  const proxy = new Proxy();
  const urlIn = (folder: string) => server.url(basename(folder));
  return {
    kind: 'postgres',
    atRest: backends.atRest,
    urlIn,
    begin(world) {
      present = world.scheduler;
      proxy.begin({ ...world, backends });
    },
    async keepScene() {
      proxy.end();
      await server.keepScene();
      await makeEarlier(server);
    },
    async putBack(_scene, _folder, isEarlier) {
      proxy.end();
      if (isEarlier) await server.make('world', 'earlier');
      else await server.renewWorld();
    },
    // Its faults are those of the wires.
    faulty: (database) => database,
    endOf: (owner) => proxy.endOf(owner),
    rowsIn: async (folder) => postgresRows(urlIn(folder)),
    async upgrade(folder) {
      if (present !== null) await migrateToNext(present, urlIn(folder));
      proxy.endOf(NEXT_VERSION);
    },
    async restart(meanwhile) {
      await server.stop();
      backends.reset();
      await meanwhile();
      await server.start();
    },
    end: () => proxy.end(),
    async [Symbol.asyncDispose]() {
      const client = await observer?.catch(() => null);
      await whileAlive(async () => client?.end());
      await server[Symbol.asyncDispose]();
    },
  };
}
