import { type Relayed, relayBatch, type Relaying } from '../../trail/positions/relay.ts';
import type { Logger } from '../../engine/log/log.ts';
import { outsideTrace } from '../../kernel/trace-context.ts';
import type { Commits } from '../../pipeline/commits.ts';
import { type Timer, world } from '../../kernel/world.ts';

/**
 * The pause between a commit and the relay. All commits during the pause share a transaction, and on SQLite one wait
 * for the disk.
 */
const COALESCE_MS = 25;
/** Polling interval for events of other processes, for example the command line. */
const INTERVAL_MS = 1_000;

/**
 * Gives positions to events soon after their commit, until `stop`. `stop` resolves when all committed events have
 * positions.
 */
export function startRelaying(gateway: Relaying & { readonly commits: Commits }, log: Logger) {
  const chore = log.chore('positions of events', 'always');
  let isStopping = false;
  let timer: Timer | null = null;
  let dueAt = 0;
  let running: Promise<void> | null = null;
  let isDueAgain = false;
  /** Whether a change was committed here since the last run. */
  let hasCommitted = false;

  function wake(inMs: number): void {
    if (isStopping) return;
    if (running !== null && inMs < INTERVAL_MS) isDueAgain = true;
    const at = world.elapsedMs() + inMs;
    if (timer !== null && dueAt <= at) return;
    if (timer !== null) world.cancel(timer);
    dueAt = at;
    timer = world.after(() => void begin(), inMs);
  }

  function begin(): Promise<void> {
    timer = null;
    isDueAgain = false;
    running ??= run().finally(() => {
      running = null;
      wake(isDueAgain ? COALESCE_MS : INTERVAL_MS);
    });
    return running;
  }

  async function relay(): Promise<void> {
    let areExpected = hasCommitted;
    hasCommitted = false;
    for (let left: Relayed['left'] = 'more'; left === 'more';) {
      const batch = await relayBatch(gateway, { areExpected });
      left = batch.left;
      areExpected = left === 'more';
      logRefused(log, batch.refused);
      // The other process may have started before this process committed its events.
      if (left === 'busy') isDueAgain = true;
    }
  }

  const run = (): Promise<void> => relay().then(chore.done, chore.failed);

  gateway.commits.listen(() => {
    hasCommitted = true;
    outsideTrace(() => wake(COALESCE_MS));
  });
  wake(0);
  return {
    async stop(): Promise<void> {
      isStopping = true;
      if (timer !== null) world.cancel(timer);
      await running;
      await run();
    },
  };
}

function logRefused(log: Logger, refused: readonly string[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const about = { events: refused.length, first };
  log.note('refused a position to events that the gateway did not write', about, 'error');
}
