import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../../../src/run/cli/command-line.ts';

/** Ends the part of a request that has the environment of the command; its arguments follow. */
const END_OF_ENVIRONMENT = '';

/**
 * Runs commands in this process, in the environment of the bash that calls them: a process for each takes a third of a
 * second of a core. Answers the function `npm` for bash. Until it is closed this process stays in the folder, since
 * relative paths of a command begin there.
 */
export async function serveCommands(folder: string) {
  const before = process.cwd();
  process.chdir(folder);
  const socket = join(folder, 'commands.sock');
  const server = createServer(async (request, response) => {
    const sent = (await text(request)).split('\0').slice(0, -1);
    const end = sent.indexOf(END_OF_ENVIRONMENT);
    response.end(await ranAsScript(sent.slice(end + 1), environmentOf(sent.slice(0, end))));
  });
  server.listen(socket);
  await once(server, 'listening');
  return {
    npm: `npm() {
  [ "$1 $2 $3 $4" = "run --silent cli --" ] || { echo "npm $* is not for this test" >&2; return 1; }
  shift 4
  eval "$({ env -0; printf '%s\\0' "${END_OF_ENVIRONMENT}" "$@"; } | curl -sS --unix-socket "${socket}" --data-binary @- http://commands/)"
}
`,
    close: () => {
      server.close();
      process.chdir(before);
    },
  };
}

const environmentOf = (lines: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** What a command printed and its exit code, as lines of a function of bash. */
async function ranAsScript(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  let printed = '';
  const print = (to: string) => (said: string) => void (printed += `printf %s ${quoted(said)} ${to}\n`);
  const code = await runCommandLine(args, environment, { out: print(''), err: print('>&2'), columns: null });
  return `${printed}return ${code}`;
}

const quoted = (said: string): string => `'${said.replaceAll("'", String.raw`'\''`)}'`;
