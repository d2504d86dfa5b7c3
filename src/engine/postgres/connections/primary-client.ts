import { Client } from 'pg';
import { serverUrls } from './server-urls.ts';
import { world } from '../../../kernel/world.ts';

/** Time limit for the response of a server: shorter than the wait for a connection. */
const REPLY_MS = 2_500;
/** How long further connections use the server that was found: after a failover all connections are made at once. */
const FOUND_MS = 1_000;

const TAKES_CHANGES = `select not pg_is_in_recovery()
  and current_setting('default_transaction_read_only') = 'off' as yes`;

/**
 * Finds the server among several hosts that takes changes. All are asked at once, so a silent one delays nothing. If
 * none takes changes, it returns one that responds, for reads, or else the first.
 */
export function primaryOf(url: string): () => Promise<string> {
  const [first = url, ...others] = serverUrls(url);
  if (others.length === 0) return async () => first;
  let latest = Promise.resolve(first);
  let validUntil = 0;
  return () => {
    if (world.elapsedMs() < validUntil) return latest;
    validUntil = Infinity;
    latest = primaryAmong([first, ...others]).finally(() => (validUntil = world.elapsedMs() + FOUND_MS));
    return latest;
  };
}

/** `absent`: the server does not respond, or refuses the user. */
type Role = 'primary' | 'readable' | 'absent';

function primaryAmong(urls: readonly [string, ...string[]]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asking = urls.map(async (url) => {
    const role = await roleOf(url);
    if (role === 'primary') resolve(url);
    return { url, role };
  });
  void Promise.all(asking).then((results) =>
    resolve(results.find(({ role }) => role === 'readable')?.url ?? urls[0]),
  );
  return promise;
}

async function roleOf(url: string): Promise<Role> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: REPLY_MS,
    query_timeout: REPLY_MS,
    fallback_application_name: 'fundgate',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ yes: boolean }>(TAKES_CHANGES);
    return rows[0]?.yes === true ? 'primary' : 'readable';
  } catch {
    return 'absent';
  } finally {
    void client.end().catch(() => {});
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/** The class of the clients of a pool. Each connects to the server that takes changes at that moment. */
export function primaryClient(url: string): new () => Client {
  const find = primaryOf(url);
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      if (callback === undefined) return this.#choose().then(() => super.connect());
      void this.#connectWith(callback);
    }

    async #connectWith(callback: Connected): Promise<void> {
      await this.#choose();
      super.connect(callback);
    }

    async #choose(): Promise<void> {
      const { host, port } = new Client({ connectionString: await find() });
      this.host = host;
      this.port = port;
    }
  };
}
