import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';

const START_TIMEOUT_MS = 120_000;
/** The folder of Debian's package, which is not on every path. */
const PATH = `${process.env['PATH']}:/usr/sbin`;
/** Since this version it follows the prepared statements of its clients, which transaction mode needs for them. */
const FOLLOWS_STATEMENTS = [1, 21] as const;
/** It refuses to run as root: then it runs as the system user `nobody`. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

type PoolMode = 'session' | 'transaction';

/** Why a mode cannot be tried on this machine; null if it can. PgBouncer is no npm package. */
export function whyNot(mode: PoolMode, prepares: boolean): string | null {
  const { error, stdout } = spawnSync('pgbouncer', ['--version'], { env: { PATH }, encoding: 'utf8' });
  if (error !== undefined)
    return 'This machine has no pgbouncer; it is in the package of that name of Debian.';
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const [needed, from] = FOLLOWS_STATEMENTS;
  if (mode === 'session' || !prepares || major > needed || (major === needed && minor >= from)) return null;
  return `Transaction mode needs PgBouncer ${FOLLOWS_STATEMENTS.join('.')}, and this machine has ${major}.${minor}.`;
}

/** A PgBouncer in front of a database, with so many connections to it. */
export async function startPgbouncer(databaseUrl: string, mode: PoolMode, connections: number) {
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const name = pathname.slice(1);
  const configuration = join(folder, 'pgbouncer.ini');
  const isFollowing = whyNot('transaction', true) === null;
  writeFileSync(
    configuration,
    `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 100
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
${isFollowing ? 'max_prepared_statements = 500' : ''}
`,
  );
  const child = spawn('pgbouncer', [configuration], {
    ...identity,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed = { text: '' };
  child.stderr.on('data', (chunk) => (printed.text += chunk));
  const exited = once(child, 'close');
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`PgBouncer did not start: ${printed.text} ${readFileSync(configuration, 'utf8')}`);
    await setTimeout(20);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
