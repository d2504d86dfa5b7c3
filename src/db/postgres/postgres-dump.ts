import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '../../config.ts';
import { PRIVATE_FILE_MODE } from '../../kernel/files/private-folder.ts';

/** Characters of a tool's error output that are kept. Its first line is the reason. */
const MESSAGE_LENGTH_MAX = 4_096;

const DUMP_OPTIONS = ['--format=custom', '--no-owner', '--no-privileges'];
/** One transaction: a restore that is killed leaves nothing behind. */
const RESTORE_OPTIONS = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];

/** Of another version than the server, which `pg_dump` refuses where the server is newer. */
const VERSIONS = /\bserver version: [^;\n]+; pg_dump version: [^\n]+/;

/**
 * Throws where `pg_dump` is not on this machine, with the command to run on a machine that has it, or where it cannot
 * read this database: files are copied before the database, and may be many.
 */
export async function requireDump(url: string): Promise<void> {
  await requireTool('pg_dump', DUMP_OPTIONS, url);
  const rehearsal = openTool('pg_dump', [...DUMP_OPTIONS, '--schema-only'], url);
  rehearsal.child.stdin.end();
  rehearsal.child.stdout.resume();
  await rehearsal.ending(Promise.resolve());
}

/** The same for `pg_restore`. */
export const requireRestore = (url: string): Promise<void> => requireTool('pg_restore', RESTORE_OPTIONS, url);

/** Writes a snapshot of the database to a new file, by `pg_dump`. */
export async function dumpTo(url: string, file: string): Promise<void> {
  const tool = openTool('pg_dump', DUMP_OPTIONS, url);
  tool.child.stdin.end();
  const written = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE_MODE, flush: true });
  await tool.ending(pipeline(tool.child.stdout, written));
}

/**
 * Restores such a file into an empty database, by `pg_restore`. The file goes through a pipe, which breaks when this
 * process dies, so that nothing is committed afterwards.
 */
export async function restoreDump(url: string, file: string): Promise<void> {
  const tool = openTool('pg_restore', RESTORE_OPTIONS, url);
  tool.child.stdout.resume();
  await tool.ending(pipeline(createReadStream(file), tool.child.stdin).catch(unlessReaderLeft));
}

/** A tool that has read what it needs may end before the last bytes are written; its exit code says whether it succeeded. */
function unlessReaderLeft(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

async function requireTool(name: string, options: readonly string[], url: string): Promise<void> {
  const child = spawn(name, ['--version'], { stdio: 'ignore' });
  await once(child, 'close').catch(() => {});
  if (child.pid === undefined) throw new ConfigError(absent(name, argumentsOf(options, url)));
}

const argumentsOf = (options: readonly string[], url: string): readonly string[] => [
  ...options,
  `--dbname=${withoutPassword(url).address}`,
];

function openTool(name: string, options: readonly string[], url: string) {
  const { password } = withoutPassword(url);
  const args = argumentsOf(options, url);
  const child = spawn(name, args, {
    // Others see the arguments of a process, and not its environment.
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  });
  let toolMessage = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (toolMessage = (toolMessage + text).slice(0, MESSAGE_LENGTH_MAX)));
  const closed = once(child, 'close').then(
    () => child.exitCode,
    () => null,
  );

  return {
    child,
    /** Throws where the tool is absent or fails, with the message of the tool. */
    async ending(piped: Promise<void>): Promise<void> {
      // Where the tool fails, the pipe breaks as well, which says nothing more.
      const broken = await piped.then(
        () => null,
        (error: unknown) => error,
      );
      const code = await closed;
      if (code === 0 && broken === null) return;
      if (child.pid === undefined) throw new ConfigError(absent(name, args));
      if (code === 0) throw broken;
      const [versions] = VERSIONS.exec(toolMessage) ?? [];
      if (versions !== undefined)
        throw new ConfigError(tooOld(name, versions, argumentsOf(DUMP_OPTIONS, url)));
      throw new ConfigError(`${name} failed: ${toolMessage.split('\n', 1)[0] || 'it says nothing'}`);
    },
  };
}

const absent = (name: string, args: readonly string[]): string =>
  `${name} is not on this machine: install the client tools of PostgreSQL, ${orRun(name, args)}`;

const tooOld = (name: string, versions: string, args: readonly string[]): string =>
  `${name} is older than the server (${versions}): install the client tools of that version, ${orRun(name, args)}`;

const orRun = (name: string, args: readonly string[]): string =>
  `or run it where they are: ${name} ${args.join(' ')} ${name === 'pg_dump' ? '> gateway.dump' : '< gateway.dump'}`;

function withoutPassword(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, password };
}
