import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../../src/cli/command-line.ts';

/**
 * Runs commands in this process, for tests that are about what commands say: a process for each takes a third of a
 * second of a core. Answers the function `npm` for bash.
 */
export async function serveCommands(folder: string, environment: NodeJS.ProcessEnv) {
  const socket = join(folder, 'commands.sock');
  const server = createServer(async (request, response) => {
    const args = (await text(request)).split('\0').slice(0, -1);
    response.end(await ranAsScript(args, environment));
  });
  server.listen(socket);
  await once(server, 'listening');
  return {
    npm: `npm() {
  [ "$1 $2 $3 $4" = "run --silent cli --" ] || { echo "npm $* is not for this test" >&2; return 1; }
  shift 4
  eval "$(printf '%s\\0' "$@" | curl -sS --unix-socket "${socket}" --data-binary @- http://commands/)"
}
`,
    close: () => void server.close(),
  };
}

/** What a command printed and its exit code, as lines of a function of bash. */
async function ranAsScript(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  let printed = '';
  const print = (to: string) => (said: string) => void (printed += `printf %s ${quoted(said)} ${to}\n`);
  const code = await runCommandLine(args, environment, { out: print(''), err: print('>&2'), columns: null });
  return `${printed}return ${code}`;
}

const quoted = (said: string): string => `'${said.replaceAll("'", String.raw`'\''`)}'`;
