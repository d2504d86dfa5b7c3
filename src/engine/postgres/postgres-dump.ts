import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '../../kernel/config-error.ts';
import { PRIVATE_FILE_MODE } from '../files/private-folder.ts';
import { shellWord } from '../process/shell-word.ts';
import { watchedTool } from '../process/watched-tool.ts';
import type { Migration } from '../sql/migration.ts';
import { foreignObject } from '../sql/own-objects.ts';
import { requireOwnObjects } from './foreign-objects.ts';
import { libpqAddress } from './libpq-address.ts';

/** The most characters kept of a tool's error output. The first line is the reason. */
const MESSAGE_LENGTH_MAX = 4_096;

const DUMP_OPTIONS = ['--format=custom', '--no-owner', '--no-privileges'];
/** One transaction, so a killed restore leaves nothing behind. */
const RESTORE_OPTIONS = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];

/** The messages of a tool that is too old: `pg_dump` for the server, `pg_restore` for the file. */
const TOO_OLD: readonly (readonly [of: string, says: RegExp])[] = [
  ['server', /\bserver version: [^;\n]+; pg_dump version: [^\n]+/],
  ['copy', /\bunsupported version \([\d.]+\) in file header/],
];

/** A run of a tool, or the command that a person runs instead. */
interface Run {
  readonly name: string;
  readonly args: readonly string[];
  /** The redirection of the output in the shell command. */
  readonly redirection: string;
  /** The words after the command in the message. */
  readonly afterwards: string;
  readonly password: string;
}

function dump(url: string, options: readonly string[] = []): Run {
  const { url: address, password } = libpqAddress(url, process.env);
  const args = [...DUMP_OPTIONS, ...options, `--dbname=${address}`];
  return { name: 'pg_dump', args, redirection: ' > gateway.dump', afterwards: '', password };
}

function restoration(url: string, file: string): Run {
  const { url: address, password } = libpqAddress(url, process.env);
  const args = [...RESTORE_OPTIONS, `--dbname=${address}`, file];
  return { name: 'pg_restore', args, redirection: '', afterwards: ', and then restore again', password };
}

/**
 * Throws if this machine has no `pg_dump`, if its major version is higher than the server's, or if it cannot read this
 * database. If it is missing, the error has the command for another machine. This is checked first, because the backup
 * copies files before the database, and they may be many.
 */
export async function requireDump(url: string, server: number): Promise<void> {
  const whole = dump(url);
  await requireTool(whole, server);
  const rehearsal = openTool(dump(url, ['--schema-only']), whole);
  rehearsal.stdout.resume();
  await rehearsal.ending();
}

/**
 * The same for `pg_restore`. Also throws if it cannot read the file, or if the file has objects that the gateway did
 * not make.
 */
export async function requireRestore(
  url: string,
  file: string,
  { server, migrations }: { readonly server: number; readonly migrations: readonly Migration[] },
): Promise<void> {
  const whole = restoration(url, file);
  await requireTool(whole, server);
  const list = await printedBy({ ...whole, args: ['--list', file] }, whole);
  const script = await printedBy({ ...whole, args: ['--schema-only', '--file=-', file] }, whole);
  requireOwnObjects({ list, script }, migrations);
}

/** The output of a tool about a copy of a database. */
async function printedBy(run: Run, whole: Run): Promise<string> {
  const tool = openTool(run, whole);
  let printed = '';
  tool.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (printed.length <= SCHEMA_LENGTH_MAX) printed += text;
  });
  await tool.ending();
  if (printed.length > SCHEMA_LENGTH_MAX) throw foreignObject('far more tables than a gateway has');
  return printed;
}

/** The most characters of a schema; the tables of the gateway take some 60,000. */
const SCHEMA_LENGTH_MAX = 4 * 1024 * 1024;

/** Writes a snapshot of the database to a new file, by `pg_dump`. */
export async function dumpTo(url: string, file: string): Promise<void> {
  const tool = openTool(dump(url));
  const written = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE_MODE, flush: true });
  await tool.ending(pipeline(tool.stdout, written));
}

/** Restores such a file into an empty database, by `pg_restore`. */
export async function restoreDump(url: string, file: string): Promise<void> {
  const tool = openTool(restoration(url, file));
  tool.stdout.resume();
  await tool.ending();
}

/** The major version in the output of `--version`: `pg_dump (PostgreSQL) 18.1 (Debian 18.1-1)`. */
const MAJOR = /\(PostgreSQL\) (\d+)/;

/**
 * A tool of a higher major version uses newer settings, for example `transaction_timeout` since 17, and an older server
 * refuses them. So the backup would succeed but could not be restored.
 */
async function requireTool(run: Run, server: number): Promise<void> {
  const { stdout, stderr, ended } = watchedTool(run.name, ['--version'], process.env);
  let version = '';
  stdout
    .setEncoding('utf8')
    .on('data', (text: string) => (version = (version + text).slice(0, MESSAGE_LENGTH_MAX)));
  stderr.resume();
  if ((await ended) === 'absent') throw new ConfigError(absent(run));
  const major = Number(MAJOR.exec(version)?.[1] ?? 0);
  if (major > server) throw new ConfigError(tooNew(run, major, server));
}

/** `whole` is the run that a person can start instead. */
function openTool(run: Run, whole = run) {
  const { name, args, password } = run;
  // Other users see the arguments of a process but not its environment.
  const environment = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) };
  const { stdout, stderr, ended } = watchedTool(name, args, environment);
  let toolMessage = '';
  stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (toolMessage = (toolMessage + text).slice(0, MESSAGE_LENGTH_MAX)));

  return {
    stdout,
    /** Throws if the tool is absent or fails, with the message of the tool. */
    async ending(piped: Promise<void> = Promise.resolve()): Promise<void> {
      // If the tool fails, the pipe breaks too; its error adds nothing.
      const broken = await piped.then(
        () => null,
        (error: unknown) => error,
      );
      const code = await ended;
      if (code === 0 && broken === null) return;
      if (code === 'absent') throw new ConfigError(absent(whole));
      if (code === 0) throw broken;
      for (const [of, says] of TOO_OLD) {
        const [versions] = says.exec(toolMessage) ?? [];
        if (versions !== undefined) throw new ConfigError(tooOld(whole, of, versions));
      }
      throw new ConfigError(`${name} failed: ${toolMessage.split('\n', 1)[0] || 'it says nothing'}`);
    },
  };
}

const absent = (run: Run): string =>
  `${run.name} is not on this machine: install the client tools of PostgreSQL, ${orRun(run)}`;

const tooOld = (run: Run, of: string, versions: string): string =>
  `${run.name} is older than the ${of} (${versions}): install the client tools of that version, ${orRun(run)}`;

const tooNew = (run: Run, major: number, server: number): string =>
  `${run.name} is of PostgreSQL ${major}, and the server of ${server}, into which such a copy cannot be restored: install the client tools of version ${server}, ${orRun(run)}`;

/** Ends with a command that can be pasted into a shell. It never shows the password. */
function orRun({ name, args, redirection, afterwards, password }: Run): string {
  const secretly = password === '' ? '' : ', with the password in PGPASSWORD or ~/.pgpass';
  const command = [name, ...args].map(shellWord).join(' ') + redirection;
  return `or run it where they are${secretly}${afterwards}: ${command}`;
}
