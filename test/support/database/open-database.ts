import type { EngineOptions } from '../../../src/db/engine.ts';
import { engineOf } from '../../../src/db/open.ts';
import type { Database } from '../../../src/pipeline/database.ts';

/** Opens the database of a `DATABASE_URL` and applies pending migrations. */
export async function openDatabase(url: string, options: EngineOptions): Promise<Database> {
  return (await engineOf(url, options)).open();
}
