/**
 * The values of `target_session_attrs` for several hosts that the gateway allows: it needs the server that takes
 * changes.
 */
const PRIMARY: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);

/** A URL for each host of a `DATABASE_URL`. It may name several hosts, as in libpq: `postgres://a:5432,b:5432/db`. */
export function serverUrls(url: string): readonly string[] {
  const begin = url.indexOf('://') + '://'.length;
  const length = url.slice(begin).search(/[/?#]/);
  const end = length < 0 ? url.length : begin + length;
  const at = url.lastIndexOf('@', end) + 1;
  const from = at > begin ? at : begin;
  const hosts = url.slice(from, end).split(',');
  return hosts.length === 1 ? [url] : hosts.map((host) => `${url.slice(0, from)}${host}${url.slice(end)}`);
}

/** Identifies a database: host and port of each server and the name of the database, without user and password. */
export function placeOf(url: string): string {
  const servers = serverUrls(url).map((each) => new URL(each));
  return `postgres://${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname ?? ''}`;
}

/** Whether a URL of several hosts asks for a server that may not take changes. */
export function asksForOtherThanPrimary(url: string): boolean {
  const [first = url, ...others] = serverUrls(url);
  return others.length > 0 && !PRIMARY.has(new URL(first).searchParams.get('target_session_attrs'));
}
