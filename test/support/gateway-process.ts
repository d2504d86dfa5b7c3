import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { Answer } from './gateway.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const CLI = new URL('../../src/cli.ts', import.meta.url).pathname;
const START_TIMEOUT_MS = 120_000;

export const FIRST_KEY = 'first-key-of-a-fresh-installation-0';

export type GatewayProcess = Awaited<ReturnType<typeof startGateway>>;

/** An empty data folder that is removed after its test. */
export function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'fundgate-process-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * The environment of a gateway. From the environment of the tests it has only the variables that Node itself needs.
 */
export function environmentOf(folder: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    ...changes,
  };
}

/** A process of `src/main.ts` and everything that it printed, whether it starts or not. */
export function spawnGateway(environment: NodeJS.ProcessEnv, nodeOptions: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed.text += chunk));
  const exited: Promise<number | null> = once(child, 'close').then(() => child.exitCode);
  return { child, printed, exited };
}

/** A gateway that answers `/readyz`. */
export async function startGateway(
  folder: string,
  changes: NodeJS.ProcessEnv = {},
  nodeOptions: readonly string[] = [],
) {
  const port = changes['PORT'] ?? String(await freePort());
  const settings = { NODE_ENV: 'test', BOOTSTRAP_API_KEY: FIRST_KEY, PORT: port, ...changes };
  const { child, printed, exited } = spawnGateway(environmentOf(folder, settings), nodeOptions);
  const url = `http://127.0.0.1:${port}`;
  await ready(url, child, printed);

  return {
    ...restClient(url),
    port,
    child,
    printed,
    exited,
    /** Stops the gateway as an operator would; resolves to the exit code. */
    stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    /** Kills the gateway, as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Load of the machine comes and goes within seconds. */
const SHED_TRIES = 8;
const isShed = ({ status, text }: Answer) => status === 503 && text.includes('too much to do now');

export type RestClient = ReturnType<typeof restClient>;

/** A partner's client of the gateway at an address. */
export function restClient(url: string) {
  /** Asks again if the gateway sheds load, because other work on the machine can cause that. */
  async function fetchAnswer(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    let answer = await fetchOnce(method, path, init);
    for (let tried = 1; tried < SHED_TRIES && isShed(answer); tried += 1) {
      await setTimeout(Number(answer.headers.get('retry-after')) * 1_000);
      answer = await fetchOnce(method, path, init);
    }
    return answer;
  }

  async function fetchOnce(method: string, path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(path, url), { ...init, method });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  }

  return {
    url,
    fetch: fetchAnswer,
    /** With an API key; a body goes as JSON. */
    rest(
      method: string,
      path: string,
      { key = FIRST_KEY, body, idempotencyKey, signal = null }: RestRequest = {},
    ) {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      if (body === undefined) return fetchAnswer(method, path, { headers, signal });
      if (body instanceof FormData) return fetchAnswer(method, path, { headers, body, signal });
      return fetchAnswer(method, path, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
    },
  };
}

interface RestRequest {
  readonly key?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | null;
}

async function ready(url: string, child: ChildProcess, printed: { readonly text: string }): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < until) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await setTimeout(20);
  }
  child.kill('SIGKILL');
  throw new Error(`The gateway did not start: ${printed.text}`);
}

/**
 * The failures that a gateway has logged, except for reads and uploads that it refused because it had too much to do.
 * On a busy machine every gateway does this, and clients send them again.
 */
export const failuresIn = (printed: string): readonly string[] =>
  printed.split('\n').filter((line) => line.includes('"failure"') && !line.includes('at refuseOverload '));

/** One run of `src/cli.ts` beside the gateway. */
export function commandLine(folder: string, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env: environmentOf(folder) }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    );
  });
}
