import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../../kernel/config-error.ts';

/** With this encoding the server stores bytes unchecked and cannot count letters. */
const UNCHECKED = 'SQL_ASCII';

/**
 * Throws if the server could not store every character that a request may have. Returns sentences that a person should
 * read.
 */
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
