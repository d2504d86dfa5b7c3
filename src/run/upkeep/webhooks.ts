import type { ChoreLog } from '../../engine/log/chore-failures.ts';
import type { Logger } from '../../engine/log/log.ts';
import { outsideTrace } from '../../kernel/trace-context.ts';
import { afterCommitOf } from '../../pipeline/execute.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { replayNextPage } from '../../nouns/webhook/replay/replay-page.operations.ts';
import { cancelWebhookDeliveries } from '../../nouns/webhook/webhook-upkeep.operations.ts';
import { WebhookWorker } from '../../nouns/webhook/sending/worker.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** Polling intervals for due deliveries: of other processes, and of this one. */
const CLAIM_MS: Pauses = { busy: 250, idle: 1_000 };
/** The pause between the notice of a due delivery and its query. Notices during the pause share one query. */
const SOON_MS = 15;
/** The intervals of the work on replays and on disabled endpoints. */
const UPKEEP_MS: Pauses = { busy: 1_000, idle: 5_000 };
/** The pause after a failure, for example if the database does not respond. */
const AFTER_FAILURE_MS = 1_000;
/** The most pages of a replay in one interval, so other work gets its turn. */
const PAGES_MAX = 20;

/** The pause in milliseconds while this process changes anything or finds work, and otherwise. */
interface Pauses {
  readonly busy: number;
  readonly idle: number;
}

/** Sends webhooks until `stop`; `stop` waits for running requests. */
export function startWebhooks(
  gateway: Gateway,
  { webhookConcurrency: concurrency }: { readonly webhookConcurrency: number },
  log: Logger,
) {
  const choreLog = (): ChoreLog => log.chore('webhooks', 'always');
  const afterCommit = afterCommitOf(gateway);
  let isStopping = false;
  let replayedOf: string | null = null;
  const claims = repeated(() => worker.claim(), CLAIM_MS, choreLog());
  const worker = new WebhookWorker({
    database: gateway.database,
    afterCommit,
    concurrency,
    onFailure: (error) => log.failure(error, 'clock', { chore: 'webhooks' }),
    noting: choreLog(),
    onAttempt: (about) => log.note('webhook attempt', about),
    onRoom: () => claims.soon(),
  });
  const upkeep = repeated(
    async () => {
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const canceled = await afterCommit.perform(cancelWebhookDeliveries, {}, {});
        replayedOf = await afterCommit.perform(replayNextPage, {}, { after: replayedOf ?? '' });
        if (replayedOf !== null) claims.soon();
        if (canceled === 0 && replayedOf === null) return 'idle';
        if (isStopping) return 'busy';
      }
      return 'busy';
    },
    UPKEEP_MS,
    choreLog(),
  );
  gateway.feed.listen(() => outsideTrace(() => claims.soon()));
  gateway.commits.listen(() =>
    outsideTrace(() => {
      claims.wake();
      upkeep.wake();
    }),
  );
  return {
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([claims.stop(), upkeep.stop()]);
      await worker.stop();
    },
  };
}

/** Repeats work, one run at a time, after a pause or sooner; never sooner after a failure. */
function repeated(work: () => Promise<keyof Pauses>, pauses: Pauses, log: ChoreLog) {
  let isStopped = false;
  let isWanted = false;
  let hasFailed = false;
  /** How long the next pause is; `idle` only if nothing was changed here since the last run began. */
  let state: keyof Pauses = 'busy';
  let dueAt = 0;
  let timer: Timer | undefined;
  let running: Promise<void> | null = null;

  function plan(ms: number): void {
    world.cancel(timer);
    dueAt = world.elapsedMs() + ms;
    if (!isStopped) timer = world.after(begin, ms);
  }
  function begin(): void {
    isWanted = false;
    hasFailed = false;
    state = 'idle';
    running = work()
      .then(
        (found) => {
          if (found === 'busy') state = 'busy';
          log.done();
        },
        (error: unknown) => {
          hasFailed = true;
          log.failed(error);
        },
      )
      .finally(() => {
        running = null;
        plan(pauseMs());
      });
  }
  function pauseMs(): number {
    if (hasFailed) return Math.max(pauses.busy, AFTER_FAILURE_MS);
    return isWanted ? SOON_MS : pauses[state];
  }
  plan(0);
  return {
    soon(): void {
      if (isWanted) return;
      isWanted = true;
      if (running === null && !hasFailed) plan(SOON_MS);
    },
    /** Ends a long pause, because this process has changed something. */
    wake(): void {
      if (state === 'busy') return;
      state = 'busy';
      if (running === null && !hasFailed && dueAt > world.elapsedMs() + pauses.busy) plan(pauses.busy);
    },
    async stop(): Promise<void> {
      isStopped = true;
      world.cancel(timer);
      await running;
    },
  };
}
