import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const CONFIGURATION = new URL('../../../nginx.conf', import.meta.url);
const START_TIMEOUT_MS = 120_000;
/** The folder of Debian's package, which is not on every path. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Whether the machine has an nginx: it is no npm package. */
export const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).error === undefined;

/** The configuration of the project, with the addresses of this machine instead of those of the containers. */
function configured(port: string, gatewayPorts: readonly string[]): string {
  const text = readFileSync(CONFIGURATION, 'utf8');
  const changes: readonly (readonly [RegExp, string])[] = [
    [/listen 8080;/, `listen 127.0.0.1:${port};`],
    // Looking names up again is of nginx 1.27, and these are no names.
    ...gatewayPorts.map(
      (gatewayPort, at) =>
        [new RegExp(`server gateway-${at + 1}:4000 resolve`), `server 127.0.0.1:${gatewayPort}`] as const,
    ),
  ];
  return changes.reduce((changed, [from, to]) => {
    if (!from.test(changed)) throw new Error(`nginx.conf has no ${from.source}.`);
    return changed.replace(from, to);
  }, text);
}

/** Debian's nginx with the project's configuration, in front of gateways that run on these ports. */
export async function startNginx(folder: string, port: string, gatewayPorts: readonly string[]) {
  const prefix = join(folder, 'nginx');
  mkdirSync(prefix);
  const configuration = join(prefix, 'nginx.conf');
  writeFileSync(configuration, configured(port, gatewayPorts));
  const printed = join(prefix, 'printed');
  // A file: nginx opens /dev/stdout by its name, which a pipe of Node has not.
  const output = openSync(printed, 'a');
  const args = ['-p', `${prefix}/`, '-c', configuration, '-g', 'daemon off;'];
  const child = spawn('nginx', args, { env: { PATH }, stdio: ['ignore', output, output] });
  const exited = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_TIMEOUT_MS;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`nginx did not start: ${readFileSync(printed, 'utf8')}`);
    await setTimeout(20);
  }
  return {
    url,
    printed: () => readFileSync(printed, 'utf8'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
