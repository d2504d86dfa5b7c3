import net from 'node:net';
import { Client } from 'pg';
import type { Rows } from '../database/rows.ts';
import { whileAlive } from '../world/alive.ts';

/** Node's own: what looks from outside is no part of the world. */
const { Socket } = net;

/** A connection that is no part of the world. It does not keep a step from being over. */
export async function outsideClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, stream: () => new Socket().unref() });
  client.on('error', () => {});
  await whileAlive(() => client.connect());
  return client;
}

/**
 * A change of any row gives another text. It is null while a migration has a table to itself or waits for it, because a check would wait
 * for the migration, and the migration for the next step.
 */
const VERSION = `select case when not exists (
    select 1 from pg_locks where mode = 'AccessExclusiveLock' and locktype = 'relation'
  ) then pg_current_snapshot()::text end as version`;

/** The tables of a world. If the server is stopped, there are no rows. */
export function postgresRows(url: string): Rows {
  let client: Promise<Client> | null = null;
  const ask = async (sql: string, values: readonly unknown[]): Promise<Awaited<ReturnType<Rows['all']>>> => {
    client ??= outsideClient(url);
    let count = 0;
    const text = sql.replaceAll('?', () => `$${(count += 1)}`);
    const connected = await client;
    return (await whileAlive(() => connected.query(text, [...values]))).rows;
  };
  return {
    kind: 'postgres',
    all: (sql, ...values) => ask(sql, values),
    async version() {
      try {
        return (await ask(VERSION, []))[0]?.['version'];
      } catch {
        client = null;
        return null;
      }
    },
    async [Symbol.asyncDispose]() {
      const ended = await client?.catch(() => null);
      await whileAlive(async () => ended?.end());
    },
  };
}
