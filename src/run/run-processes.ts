import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createLogger, type Logger } from '../engine/log/log.ts';
import type { Config } from './config/config.ts';
import { PROCESS_NUMBER } from './process-number.ts';
import { stopOnSignals } from './stop-signals.ts';
import { world } from '../kernel/world.ts';

/** The pause before a dead process is started again. It doubles each time a process dies soon after its start. */
const RESTART_MS = { from: 100, to: 30_000 } as const;
/** If a process lived this long, it has worked, and the next pause is the shortest again. */
const WORKED_MS = 60_000;

/**
 * Runs `count` gateways that share one port, and restarts a gateway if it dies. The first one starts alone, because it
 * makes the tables, the secret and the first key. If that start fails, all end with its exit code. A SIGTERM or SIGINT
 * stops them all, and this process ends after the last of them.
 */
export async function runProcesses(count: number, logLevel: Config['logLevel']): Promise<void> {
  const log = createLogger(logLevel);
  const state = { isStopping: false };
  stopOnSignals(async (signal) => {
    state.isStopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(running.map((worker) => stopped(worker, signal)));
    process.exit();
  });
  const first = fork(1);
  const began = await Promise.race([once(first, 'message'), once(first, 'exit')]);
  if (first.isDead()) {
    if (!state.isStopping) process.exit(typeof began[0] === 'number' ? began[0] : 1);
    return;
  }
  void keepRunning(first, 1, state, log);
  for (let number = 2; number <= count && !state.isStopping; number += 1)
    void keepRunning(fork(number), number, state, log);
}

const fork = (number: number): Worker => cluster.fork({ [PROCESS_NUMBER]: String(number) });

async function keepRunning(
  worker: Worker,
  number: number,
  state: { readonly isStopping: boolean },
  log: Logger,
): Promise<void> {
  let pauseMs: number = RESTART_MS.from;
  for (let running = worker; ; running = fork(number)) {
    const began = world.elapsedMs();
    const [code, signal] = await once(running, 'exit');
    if (state.isStopping) return;
    log.note('a process ended and is started again', { process: number, ...endOf(code, signal) }, 'error');
    pauseMs = world.elapsedMs() - began > WORKED_MS ? RESTART_MS.from : pauseMs;
    await world.pause(pauseMs);
    if (state.isStopping) return;
    pauseMs = Math.min(pauseMs * 2, RESTART_MS.to);
  }
}

const endOf = (code: unknown, signal: unknown): Readonly<Record<string, string | number>> =>
  typeof signal === 'string' ? { signal } : { code: typeof code === 'number' ? code : -1 };

async function stopped(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  // `worker.kill` would close the port before the balancer is notified.
  worker.process.kill(signal);
  await exited;
}
