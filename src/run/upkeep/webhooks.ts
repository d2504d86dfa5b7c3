import type { ChoreLog } from '../../engine/log/chore-failures.ts';
import type { Pulse } from '../../engine/sql/pulse.ts';
import type { Logger } from '../../engine/log/log.ts';
import { outsideTrace } from '../../kernel/trace-context.ts';
import { afterCommitOf } from '../../pipeline/execute.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { replayNextPage } from '../../nouns/webhook/replay/replay-page.operations.ts';
import { hasWebhookUpkeep } from '../../nouns/webhook/look-for-upkeep.operations.ts';
import { cancelWebhookDeliveries } from '../../nouns/webhook/webhook-upkeep.operations.ts';
import { WebhookWorker } from '../../nouns/webhook/sending/worker.ts';
import { type Pauses, repeated } from './repeated.ts';

/** Polling intervals for due deliveries as long as any wait: of other processes, and of this one. */
const CLAIM_MS: Pauses = { busy: 250, idle: 1_000 };
/** The intervals of the work on replays and on disabled endpoints. */
const UPKEEP_MS: Pauses = { busy: 1_000, idle: 5_000 };
/** The most pages of a replay in one interval, so other work gets its turn. */
const PAGES_MAX = 20;

/** Sends webhooks until `stop`; `stop` waits for running requests. */
export function startWebhooks(
  gateway: Gateway & { readonly pulse: Pulse },
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
      if (!(await afterCommit.perform(hasWebhookUpkeep, {}, {}))) return 'idle';
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
  const unlisten = gateway.pulse.listen((mayHaveChanged) => {
    if (mayHaveChanged) claims.look();
  });
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
      unlisten();
      await Promise.all([claims.stop(), upkeep.stop()]);
      await worker.stop();
    },
  };
}
