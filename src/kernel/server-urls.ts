/** Scheme and user, the hosts, and the rest of a URL that libpq may read. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** What `target_session_attrs` may say of several hosts: the gateway needs the one that takes changes. */
const PRIMARY: ReadonlySet<string | null> = new Set([null, 'read-write', 'primary']);

/** A URL for each host of a `DATABASE_URL`, which may name several as libpq has them: `postgres://a:5432,b:5432/db`. */
export function serverUrls(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** Host and port of each server, and the database: what identifies it, without user and password. */
export function placeOf(url: string): string {
  const servers = serverUrls(url).map((each) => new URL(each));
  return `postgres://${servers.map(({ host }) => host).join(',')}${servers[0]?.pathname ?? ''}`;
}

/** Whether a URL of several hosts asks for another one than that which takes changes. */
export function asksForOtherThanPrimary(url: string): boolean {
  const [first = url, ...others] = serverUrls(url);
  return others.length > 0 && !PRIMARY.has(new URL(first).searchParams.get('target_session_attrs'));
}
