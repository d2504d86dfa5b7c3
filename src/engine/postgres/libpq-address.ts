import { Client } from 'pg';

/** Where the programs of PostgreSQL, which use libpq, find the database of a `DATABASE_URL`. */
interface LibpqAddress {
  /** A URL for `--dbname`, without the password. */
  readonly url: string;
  /** Empty if neither the URL nor PGPASSWORD has one. */
  readonly password: string;
}

type Translation = readonly [parameter: string, libpq: string, valueOf?: (value: string) => string];

/**
 * The parameters that libpq gets: by their name in `DATABASE_URL`, the name and the value that libpq knows them by. A
 * later row wins. libpq refuses a parameter that it does not know, so it gets no other, such as those of the pool. Nor
 * does it get those that name the database, because `pg` does not read them.
 */
const TRANSLATIONS: readonly Translation[] = [
  ['ssl', 'sslmode', (value) => (value === '0' ? 'disable' : 'require')],
  ['sslmode', 'sslmode', (value) => (value === 'no-verify' ? 'require' : value)],
  ['sslcert', 'sslcert'],
  ['sslkey', 'sslkey'],
  ['sslrootcert', 'sslrootcert'],
  ['sslnegotiation', 'sslnegotiation'],
  ['channel_binding', 'channel_binding'],
  ['target_session_attrs', 'target_session_attrs'],
  ['connect_timeout', 'connect_timeout'],
  ['client_encoding', 'client_encoding'],
  ['application_name', 'application_name'],
  ['fallback_application_name', 'fallback_application_name'],
  ['options', 'options'],
];

/**
 * The address as `pg` reads it from a URL and the environment, in words of libpq. Without a host `pg` goes to localhost
 * and libpq to a socket, so every part is said.
 */
export function libpqAddress(url: string, environment: NodeJS.ProcessEnv): LibpqAddress {
  const { user, password, host, port, database } = new Client({ connectionString: url });
  const place = host.includes(':') ? `[${host}]` : encodeURIComponent(host);
  const login = user ? `${encodeURIComponent(user)}@` : '';
  const given = new URL(url).searchParams;
  if (environment['PGSSLMODE'] === 'no-verify' && !given.has('ssl') && !given.has('sslmode'))
    given.set('sslmode', 'no-verify');
  return {
    url: `postgres://${login}${place}:${port}/${encodeURIComponent(database ?? '')}${queryOf(given)}`,
    password: password ?? '',
  };
}

function queryOf(given: URLSearchParams): string {
  const query = new Map<string, string>();
  for (const [parameter, libpq, valueOf = String] of TRANSLATIONS) {
    // The last one counts, as for `pg` and libpq.
    const value = given.getAll(parameter).at(-1);
    if (value !== undefined) query.set(libpq, valueOf(value));
  }
  const parts = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
