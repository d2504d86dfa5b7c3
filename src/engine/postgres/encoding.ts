import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../../kernel/config-error.ts';

/** Bytes as they come, of which the server checks none and whose letters it cannot count. */
const UNCHECKED = 'SQL_ASCII';

/** Throws if the server could not store every character that a request may have. Returns what a person should know. */
export async function doubtsAboutEncoding(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding ?? '';
  if (encoding === 'UTF8') return [];
  if (encoding === UNCHECKED) return [SQL_ASCII];
  throw new ConfigError(
    `The database of DATABASE_URL has the encoding ${encoding}, in which many names cannot be stored: make one with encoding 'UTF8'.`,
  );
}

const SQL_ASCII =
  'the database has the encoding SQL_ASCII: it checks no text, and other programs may read names as they like; make one with UTF8';
