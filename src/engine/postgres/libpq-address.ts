import { Client } from 'pg';

/** The database of a `DATABASE_URL` for the programs of PostgreSQL, which use libpq. */
interface LibpqAddress {
  /** A URL for `--dbname`, without the password. */
  readonly url: string;
  /** Empty if neither the URL nor PGPASSWORD has one. */
  readonly password: string;
}

type Translation = readonly [parameter: string, libpq: string, valueOf?: (value: string) => string];

/**
 * The parameters that libpq gets: the name in `DATABASE_URL`, and the name and value for libpq. A later row wins. libpq
 * refuses unknown parameters, so it gets no others, for example of the pool. It also gets no parameters that name the
 * database, because `pg` does not read them.
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
 * The address that `pg` reads from a URL and the environment, in the words of libpq. Every part is explicit, because
 * without a host `pg` uses localhost and libpq uses a socket.
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
    // If a parameter occurs twice, the last one counts, as in `pg` and libpq.
    const value = given.getAll(parameter).at(-1);
    if (value !== undefined) query.set(libpq, valueOf(value));
  }
  const parts = [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
