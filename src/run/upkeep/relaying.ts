import { type Relayed, relayBatch, type Relaying } from '../../trail/positions/relay.ts';
import type { Logger } from '../../engine/log/log.ts';
import { outsideTrace } from '../../kernel/trace-context.ts';
import type { Commits } from '../../pipeline/commits.ts';
import type { Pulse } from '../../engine/sql/pulse.ts';
import { type Timer, world } from '../../kernel/world.ts';

/**
 * The pause between a commit and the relay. All commits during the pause share a transaction, and on SQLite one wait
 * for the disk.
 */
const COALESCE_MS = 25;

interface RelayingGateway extends Relaying {
  readonly commits: Commits;
  readonly pulse: Pulse;
}

/**
 * Gives positions to events soon after their commit, and at the next beat to events of other processes, for example the
 * command line, until `stop`. `stop` resolves when all committed events have positions.
 */
export function startRelaying(gateway: RelayingGateway, log: Logger) {
  const chore = log.chore('positions of events', 'always');
  let isStopping = false;
  let timer: Timer | null = null;
  let dueAt = 0;
  let running: Promise<void> | null = null;
  let isDueAgain = false;
  /** Whether a change was committed here since the last run. */
  let hasCommitted = false;
  /** Whether the last run found that no event waits; then only a commit can bring one. */
  let isSettled = false;

  function wake(inMs: number): void {
    isDueAgain = true;
    if (isStopping || running !== null) return;
    const at = world.elapsedMs() + inMs;
    if (timer !== null && dueAt <= at) return;
    if (timer !== null) world.cancel(timer);
    dueAt = at;
    timer = world.after(begin, inMs);
  }

  function begin(): void {
    timer = null;
    isDueAgain = false;
    running = run().finally(() => {
      running = null;
      if (isDueAgain) wake(COALESCE_MS);
    });
  }

  async function relay(): Promise<void> {
    const areExpected = hasCommitted;
    hasCommitted = false;
    isSettled = false;
    const left = await relayBatches(gateway, areExpected, log);
    // The other process may have started before this process committed its events.
    if (left === 'busy') isDueAgain = true;
    isSettled = left === 'nothing';
  }

  const run = (): Promise<void> => relay().then(chore.done, chore.failed);
  gateway.commits.listen(() => {
    hasCommitted = true;
    outsideTrace(() => wake(COALESCE_MS));
  });
  const unlisten = gateway.pulse.listen((mayHaveChanged) => {
    if (mayHaveChanged || !isSettled) wake(0);
  });
  wake(0);
  return {
    async stop(): Promise<void> {
      isStopping = true;
      unlisten();
      if (timer !== null) world.cancel(timer);
      await running;
      await run();
    },
  };
}

async function relayBatches(gateway: Relaying, areExpected: boolean, log: Logger): Promise<Relayed['left']> {
  let batch = await relayBatch(gateway, { areExpected });
  logRefused(log, batch.refused);
  while (batch.left === 'more') {
    batch = await relayBatch(gateway, { areExpected: true });
    logRefused(log, batch.refused);
  }
  return batch.left;
}

function logRefused(log: Logger, refused: readonly string[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const about = { events: refused.length, first };
  log.note('refused a position to events that the gateway did not write', about, 'error');
}
