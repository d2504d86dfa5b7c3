import { isForgery } from '../../engine/crypto/row-mac.ts';
import type { Logger } from '../../engine/log/log.ts';
import { outsideTrace } from '../../kernel/trace-context.ts';
import { world } from '../../kernel/world.ts';
import { afterCommitOf } from '../../pipeline/execute.ts';
import type { Foundation } from '../../pipeline/context.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import type { AfterCommit } from '../../pipeline/operation.ts';
import {
  claimPolicyTrial,
  evaluateTrialPage,
  failPolicyTrial,
  findRunningTrial,
  recordTrialPage,
} from '../../nouns/policy/trial-work.operations.ts';
import { type Pauses, repeated } from './repeated.ts';

/** Polling intervals for a trial: one that another process has claimed, and one that another process started. */
const LOOK_MS: Pauses = { busy: 1_000, idle: 5_000 };

interface Reader {
  /** The name of the claims of this process. */
  readonly lease: string;
  readonly isStopping: () => boolean;
  /** Called after each page. */
  readonly onPage?: () => Promise<void>;
}

/** Reads the trial that runs, until `stop`; `stop` waits for the page that it reads. */
export function startPolicyTrials(gateway: Gateway, log: Logger) {
  const lease = world.uuid();
  let isStopping = false;
  const reads = repeated(
    () => readTrial(gateway, { lease, isStopping: () => isStopping }),
    LOOK_MS,
    log.chore('trials of policies', 'always'),
  );
  gateway.commits.listen((events) => {
    if (events.some(({ type }) => type === 'policy.trial_started')) outsideTrace(() => reads.soon());
  });
  return {
    async stop(): Promise<void> {
      isStopping = true;
      await reads.stop();
    },
  };
}

/** Reads the trial that runs to its end, page by page. `busy` if a trial runs that another process reads. */
export async function readTrial(
  gateway: Foundation,
  { lease, isStopping, onPage = async () => {} }: Reader,
): Promise<keyof Pauses> {
  const work = afterCommitOf(gateway);
  const trial_id = await work.perform(findRunningTrial, {}, {});
  if (trial_id === null) return 'idle';
  try {
    if (!(await work.perform(claimPolicyTrial, { trial_id }, { lease }))) return 'busy';
    while (!isStopping() && (await readPage(work, trial_id, lease))) await onPage();
  } catch (error) {
    if (!isForgery(error)) throw error;
    await work.perform(failPolicyTrial, { trial_id }, {});
  }
  return 'busy';
}

/** Reads one page. Returns whether there is another one for this process. */
async function readPage(work: AfterCommit, trial_id: string, lease: string): Promise<boolean> {
  const page = await work.perform(evaluateTrialPage, { trial_id }, {});
  if (page !== null) return work.perform(recordTrialPage, { trial_id }, { ...page, lease });
  await work.perform(failPolicyTrial, { trial_id }, {});
  return false;
}
