import { engineOf } from '../../../src/run/open/engine-of.ts';
import type { Database } from '../../../src/engine/sql/database.ts';

/** Opens the database of a `DATABASE_URL` and applies pending migrations. */
export async function openDatabase(url: string, options: Parameters<typeof engineOf>[1]): Promise<Database> {
  return (await engineOf(url, options)).open();
}
