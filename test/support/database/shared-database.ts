import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, onPostgres } from '../postgres/databases.ts';

/**
 * A database that several gateways open, of the kind of this run. SQLite in memory would give each gateway its own.
 */
export async function sharedDatabase(): Promise<{
  readonly url: string;
  readonly drop: () => Promise<void>;
}> {
  if (onPostgres()) return freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-shared-'));
  return {
    url: `sqlite:${join(folder, 'gateway.db')}`,
    drop: async () => rmSync(folder, { recursive: true }),
  };
}
