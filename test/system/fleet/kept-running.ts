import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { restClient, spawnGateway } from '../../support/gateway-process.ts';

/** A start takes half a second of a core: more at once would take the two of a small machine from those that serve. */
const STARTS_AT_ONCE = 2;
const POLL_MS = 20;

export type KeptGateway = ReturnType<typeof keepOneRunning>;

/** Gateways that are started again whenever they end, as an operator's supervisor does, until they are stopped for good. */
export async function keepRunning(count: number, environment: NodeJS.ProcessEnv) {
  const start = inTurn(STARTS_AT_ONCE);
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const gateways = ports.map((port) => keepOneRunning({ ...environment, PORT: String(port) }, start));
  return {
    gateways,
    async [Symbol.asyncDispose]() {
      await Promise.all(gateways.map((gateway) => gateway.end()));
    },
  };
}

function keepOneRunning(environment: NodeJS.ProcessEnv, start: InTurn) {
  const client = restClient(`http://127.0.0.1:${environment['PORT']}`);
  const ending = new AbortController();
  let current: ReturnType<typeof spawnGateway> | null = null;
  let printed = '';

  const isReady = (): Promise<boolean> =>
    client.fetch('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );

  async function startOne(): Promise<ReturnType<typeof spawnGateway>> {
    const started = spawnGateway(environment);
    current = started;
    while (started.child.exitCode === null && started.child.signalCode === null) {
      if (await isReady()) break;
      await setTimeout(POLL_MS);
    }
    return started;
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const started = await start(startOne);
      await started.exited;
      current = null;
      printed += started.printed.text;
    }
  }

  const over = run();
  return {
    ...client,
    isReady,
    /** The output of all its processes except the running one. */
    printed: () => printed,
    /**
     * Kills the process at any moment, as a power cut would: during its start, a request or a commit. False if none
     * runs.
     */
    kill: (): boolean => current?.child.kill('SIGKILL') === true,
    async end(): Promise<void> {
      ending.abort();
      while (!(await Promise.race([over.then(() => true), setTimeout(POLL_MS, false)])))
        current?.child.kill('SIGKILL');
    },
  };
}

type InTurn = ReturnType<typeof inTurn>;

/** Runs a limited amount of work at once, and the rest in order. */
function inTurn(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    if (free === 0) waiting.push(resolve);
    else {
      free -= 1;
      resolve();
    }
    await turn;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
