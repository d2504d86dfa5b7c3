import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from './config/config.ts';

const COMMAND_LINE = new URL('../cli.ts', import.meta.url).pathname;

/**
 * Runs the command `migrate` in a separate process. The ORM takes half the time of a start; meanwhile this process
 * loads the gateway. It also takes a fifth of the memory, and this memory ends with the process. If it fails, the
 * migrations stay pending.
 */
export async function migrateApart({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  // Another process cannot see a database in memory.
  if (databaseUrl === 'sqlite::memory:') return;
  const migrating = spawn(process.execPath, [...process.execArgv, COMMAND_LINE, 'migrate'], {
    stdio: 'ignore',
  });
  // The error is reported when the migrations run again in this process.
  await once(migrating, 'exit').catch(() => {});
}
