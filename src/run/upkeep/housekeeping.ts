import { checkpointEvents, type CheckpointResult } from '../../trail/checkpoint/checkpoint-events.ts';
import { CHECKPOINT_EVENTS_MAX } from '../../trail/checkpoint/waiting-events.ts';
import { sweepBlobs } from '../../engine/blob/orphan-blobs.ts';
import { ownershipOf } from '../../nouns/document/stored/own-storage.ts';
import type { Logger } from '../../engine/log/log.ts';
import { CLOCK_REQUEST_ID, scheduler } from '../../kernel/caller.ts';
import { DamageError } from '../../kernel/damage.ts';
import { lapseApprovals } from '../../nouns/approval/approval.operations.ts';
import { countKycWarnings } from '../../nouns/kyc/warning/kyc-warning.operations.ts';
import { execute } from '../../pipeline/execute.ts';
import { announceKey } from '../encryption/keys-in-use.ts';
import { reapTrialCases } from '../../nouns/policy/trial-work.operations.ts';
import { earnFees, noticeSettlements } from '../../nouns/settlement/servicing/clock.operations.ts';
import {
  closeSettlements,
  needsOpening,
  openSettlements,
} from '../../nouns/settlement/servicing/opening.operations.ts';
import { foldTotals } from '../../nouns/settlement/servicing/fold-totals.ts';
import { applyHolidays } from '../../nouns/settlement/servicing/holidays.operations.ts';
import { hashPayoutReferences } from '../../nouns/settlement/underwriting/hash-references.operations.ts';
import { expireOffers } from '../../nouns/settlement/settlement.operations.ts';
import {
  reapWebhookDeliveries,
  releaseWebhookDeliveries,
} from '../../nouns/webhook/webhook-upkeep.operations.ts';
import { reapSessions } from '../../nouns/session/find-session.ts';
import { reapClaims } from '../../nouns/work-list/settlement-claim.operations.ts';
import { reapSnoozes } from '../../nouns/work-list/snooze.operations.ts';
import type { OpenGateway } from '../open/open-gateway.ts';
import type { z } from 'zod';
import type { Command } from '../../pipeline/operation.ts';
import { oneAtATime } from '../../engine/async/one-at-a-time.ts';
import { pacedBy } from './paced.ts';
import { endPartnersOfADay, moveClocks } from './sandbox-chores.ts';
import { untilDone } from './until-done.ts';
import { world } from '../../kernel/world.ts';

/**
 * The pause between two rounds. An offer lapses at most this late. If few events wait, they get their checkpoint at
 * most this late.
 */
const INTERVAL_MS = 60_000;

const call = { caller: scheduler, requestId: CLOCK_REQUEST_ID, ids: {}, input: {} };

/** Called while a round runs. */
interface Listeners {
  readonly onCheckpoint: (result: CheckpointResult) => void;
  /** Gets each chore that failed; the other chores still run. */
  readonly onFailure: (chore: string, error: unknown) => void;
  /** Gets each chore that did its work. */
  readonly onDone: (chore: string) => void;
  /** Called after a full batch, if there is much work, with the milliseconds that the batch took. */
  readonly pause: (tookMs: number) => Promise<void>;
}

type Chores = Readonly<Record<string, (gateway: OpenGateway, listeners: Listeners) => Promise<unknown>>>;

/** Short work that becomes due with time. A chore that fails does not stop the next one. */
const shortChores: Chores = {
  'last uses of keys': ({ keyUses }) => keyUses.flush(),
  'lapsed offers': (gateway) => onOneClock(gateway, () => each(gateway, expireOffers)),
  'partners of a day': endPartnersOfADay,
  'clocks of partners': moveClocks,
  'settlements of before': openBooks,
  'references of payouts': (gateway) => each(gateway, hashPayoutReferences),
  'days of payments': (gateway) => onOneClock(gateway, () => each(gateway, noticeSettlements)),
  'totals of days': ({ database }) => untilDone(() => foldTotals(database)),
  'kept responses': ({ ledger, database, clock }) => untilDone(() => ledger.reap(database, clock())),
  'ended sessions': (gateway) => untilDone(() => reapSessions(gateway)),
  'ended claims': (gateway) => untilDone(() => reapClaims(gateway)),
  'ended snoozes': (gateway) => untilDone(() => reapSnoozes(gateway)),
  'cases of former trials': (gateway) =>
    untilDone(async () => (await execute(gateway, reapTrialCases, call)).view),
  'changes without a second person': (gateway) => each(gateway, lapseApprovals),
  'secrets in use': ({ database, keyring, clock }) => announceKey(database.writes, keyring, clock()),
  'webhooks that wait for no other delivery': (gateway) =>
    untilDone(async () => (await execute(gateway, releaseWebhookDeliveries, call)).view),
  'old webhooks': (gateway) =>
    untilDone(async () => (await execute(gateway, reapWebhookDeliveries, call)).view),
  'last days of payments after a change of holidays': (gateway) => {
    let steps: number | null = null;
    return walk(async (after) => {
      const { view } = await execute(gateway, applyHolidays, { ...call, input: { after, steps } });
      ({ steps } = view);
      return view;
    });
  },
  'warnings of KYC records': (gateway) => each(gateway, countKycWarnings),
};

/**
 * Work that may take minutes: checkpoints pause to let requests go first, and a storage may be slow. No other work
 * waits for it.
 */
const longChores: Chores = {
  'checkpoints of the trail': (gateway, { onCheckpoint, pause }) =>
    untilDone(async () => {
      const since = world.elapsedMs();
      const result = await checkpointEvents(gateway);
      onCheckpoint(result);
      const events = result.checkpoint?.events ?? 0;
      if (events === CHECKPOINT_EVENTS_MAX) await pause(world.elapsedMs() - since);
      return events;
    }),
  'fees that are earned': (gateway, { pause }) =>
    onOneClock(gateway, () =>
      walk(async (after) => {
        const since = world.elapsedMs();
        const { view } = await execute(gateway, earnFees, { ...call, input: { after } });
        if (view.last !== null) await pause(world.elapsedMs() - since);
        return view;
      }),
    ),
  'bytes without a document': (gateway) => sweepOwnStorage(gateway),
};

/**
 * Does every chore once, one after another. Without `onFailure`, it throws the first failure after all chores have run.
 */
export const runHousekeeping = (gateway: OpenGateway, listeners: Partial<Listeners> = {}): Promise<void> =>
  runChores({ ...shortChores, ...longChores }, gateway, listeners);

async function runChores(chores: Chores, gateway: OpenGateway, listeners: Partial<Listeners>): Promise<void> {
  const failures: unknown[] = [];
  const {
    onCheckpoint = () => {},
    onFailure = (_, error) => void failures.push(error),
    onDone = () => {},
    pause = () => Promise.resolve(),
  } = listeners;
  for (const [chore, work] of Object.entries(chores)) {
    try {
      await work(gateway, { onCheckpoint, onFailure, onDone, pause });
      onDone(chore);
    } catch (error) {
      onFailure(chore, error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Removes bytes that nothing refers to. Throws if this is not the storage that the start found. */
async function sweepOwnStorage({ database, blobs, clock }: OpenGateway): Promise<void> {
  const found = await ownershipOf({ database, blobs });
  if (found !== 'own') throw new Error(`The file storage is ${found} now; nothing is removed from it.`);
  await untilDone(() => sweepBlobs(database, blobs, clock));
}

/** Opens the books of settlements that an earlier version made or moved. Most rounds find that none is left. */
async function openBooks(gateway: OpenGateway): Promise<void> {
  const { toOpen, toClose } = (await execute(gateway, needsOpening, call)).view;
  if (toOpen) await each(gateway, openSettlements);
  if (toClose) await each(gateway, closeSettlements);
}

/** Work of all partners at once, for a gateway whose partners have one clock. */
const onOneClock = async ({ clocks }: OpenGateway, work: () => Promise<void>): Promise<void> =>
  clocks === null ? work() : undefined;

interface Batch {
  readonly last: string | null;
  readonly damage: Error | null;
}

/** Runs an operation on all rows, in batches. */
const each = <Schema extends z.ZodType, Done extends Batch>(
  gateway: OpenGateway,
  operation: Command<Record<never, string>, Schema, null, Done>,
): Promise<void> =>
  walk(async (after) => (await execute(gateway, operation, { ...call, input: { after } })).view);

/**
 * Runs batches; each starts after the last row of the previous one. A damaged row does not stop the others; the first
 * damage is thrown at the end.
 */
async function walk(batch: (after: string) => Promise<Batch>): Promise<void> {
  let after: string | null = '';
  let damage: Error | null = null;
  while (after !== null) {
    const done: Batch = await batch(after);
    after = done.last;
    damage ??= done.damage;
  }
  if (damage !== null) throw damage;
}

/**
 * Runs all chores once a minute until `stop`; `stop` waits for running chores. The first round begins at once, because
 * much work may have become due while no process ran.
 */
export function startHousekeeping(gateway: OpenGateway, log: Logger) {
  const stopping = new AbortController();
  const names = Object.keys({ ...shortChores, ...longChores });
  const logs = new Map(names.map((name) => [name, log.chore(name, 'minutely')]));
  const round = (chores: Chores) => () =>
    runChores(chores, gateway, {
      pause: pacedBy(stopping.signal),
      onCheckpoint: (result) => logCheckpoint(log, result),
      onFailure: (chore, error) => logs.get(chore)?.failed(error),
      onDone: (chore) => logs.get(chore)?.done(),
    });
  const long = oneAtATime(round(longChores));
  const short = oneAtATime(round(shortChores));
  const run = async () => {
    await short.run();
    void long.run();
  };
  let latest = run();
  const timer = world.every(() => (latest = run()), INTERVAL_MS);
  return {
    async stop(): Promise<void> {
      world.cancel(timer);
      stopping.abort();
      await latest;
      await long.ended();
    },
  };
}

/**
 * Logs each checkpoint. `audit verify --expect` compares the chain with a logged checkpoint, so a removed one is
 * noticed.
 */
function logCheckpoint(log: Logger, { checkpoint, refused, fault, unnoted }: CheckpointResult): void {
  if (checkpoint !== null) {
    const { number, hash, events } = checkpoint;
    log.note('made a checkpoint', { checkpoint: number, hash, events });
  }
  if (fault !== null) {
    log.failure(new DamageError(fault.says, `${fault.fault}, checkpoint ${fault.checkpoint ?? 0}`), 'clock');
  }
  if (unnoted !== null) log.failure(unnoted, 'clock');
  const [first] = refused;
  if (first !== undefined) {
    const about = { events: refused.length, first };
    log.note('refused a checkpoint to events that the gateway did not write', about, 'error');
  }
}
