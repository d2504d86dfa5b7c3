import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Client, field } from './client.ts';

const CLI = new URL('../../src/cli.ts', import.meta.url).pathname;
const DATA_DIR_DEFAULT = './data';
/** `audit verify` reads the whole trail, which may be long. */
const COMMAND_TIMEOUT_MS = 600_000;

/** The command line beside the data of the gateway. */
export interface CommandLine {
  /** The partner whose key the demo has. */
  readonly partnerId: string;
  /** Runs a command and reads what it printed. */
  readonly run: <Schema extends z.ZodType>(schema: Schema, ...command: string[]) => Promise<z.output<Schema>>;
}

const VIEWER = `{ viewer { key { partnerId } } }`;
const Viewer = z.strictObject({ key: z.strictObject({ partnerId: z.string() }) });

/** Runs one command in an environment, and says how it ended. */
export type RunCommand = (
  environment: NodeJS.ProcessEnv,
  ...command: string[]
) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>;

/** Null unless the data of this environment has the partner of the client. */
export async function commandLineBeside(
  { graphql }: Client,
  environment: NodeJS.ProcessEnv | undefined,
  runCommand: RunCommand = inProcessOfItsOwn,
): Promise<CommandLine | null> {
  if (environment === undefined || !hasData(environment)) return null;
  const { key } = field(await graphql(VIEWER, {}), 'viewer', Viewer);
  const shown = await runCommand(environment, 'partner', 'show', key.partnerId, '--json');
  if (shown.code !== 0) return null;
  return {
    partnerId: key.partnerId,
    async run(schema, ...command) {
      const { code, out, err } = await runCommand(environment, ...command, '--json');
      if (code !== 0) throw new Error(`"${command.join(' ')}" ended with ${code}. ${err}${out}`);
      return schema.parse(JSON.parse(out));
    },
  };
}

const hasData = ({ DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv): boolean =>
  Boolean(DATABASE_URL) || existsSync(DATA_DIR || DATA_DIR_DEFAULT);

function inProcessOfItsOwn(env: NodeJS.ProcessEnv, ...command: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env, timeout: COMMAND_TIMEOUT_MS };
    const child = execFile(process.execPath, [CLI, ...command], options, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    );
  });
}
