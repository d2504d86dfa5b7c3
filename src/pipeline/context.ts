import type { Kysely } from 'kysely';
import type { Vault } from '../engine/crypto/encryption.ts';
import type { KeyedHash } from '../engine/crypto/hmac.ts';
import type { SecretKeys } from '../engine/crypto/keys.ts';
import type { RowMacs } from '../engine/crypto/row-mac.ts';
import { enqueueForRelay } from '../trail/record/event-mac.ts';
import { type EventRow, type NewEvent, recordEvents } from '../trail/record/record.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Tables } from '../engine/sql/tables.ts';
import type { Commits } from './commits.ts';
import { addToCounters, type Count } from './rows/counter.ts';
import type { Database } from '../engine/sql/database.ts';
import type { FeedHooks } from '../trail/positions/feed-hooks.ts';
import type { IdempotencyLedger } from './idempotency/idempotency.ts';
import type { Outbound } from '../engine/outbound/outbound.ts';
import type { CommandContext, Ids, Policy, QueryContext } from './operation.ts';
import type { Telemetry } from '../engine/tracing/telemetry.ts';

/** What all operations of a process share: database, clock, keys, hooks. */
export interface Foundation {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly rowMacs: RowMacs;
  readonly apiKeyHash: KeyedHash;
  /** Keys of the MACs of events and checkpoints, of the configured secrets: what is written now must have one of them. */
  readonly auditKeys: SecretKeys;
  readonly ledger: IdempotencyLedger;
  readonly policy: Policy;
  readonly outbound: Outbound;
  readonly telemetry: Telemetry;
  /** Notified after each commit that recorded events. */
  readonly commits: Commits;
  /** Hooks of the relay, which gives events their positions. */
  readonly feed: FeedHooks;
  /** A signed download URL of a document, bound to the key or session of a caller and valid from the given moment. */
  readonly signDownload: (documentId: string, caller: Caller, now: Date) => string;
}

/** One call of an operation. */
export interface Call<RunIds extends Ids> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly ids: RunIds;
  /** Unvalidated, in the names of REST. */
  readonly input: unknown;
  /** Used by commands only. */
  readonly idempotencyKey?: string | null;
  /** Whether the API shows the view field by field, and records itself which fields disclose personal data. */
  readonly inParts?: boolean;
  /** Whether the partner's setting for unknown members applies, so that they may be ignored. */
  readonly mayIgnore?: boolean;
  /** The `traceparent` of its request; set by `execute`. */
  readonly traceparent?: string | null;
  /** Whether a query belongs to the response of a change, so that no replica may run it. */
  readonly ofChange?: boolean;
}

/** The result of the work of a command, and the events that it recorded. */
interface Recorded<Result> {
  readonly result: Result;
  readonly events: readonly EventRow[];
}

/**
 * The name under which a caller has idempotency keys and a share of the database: a partner, or the person with all keys
 * and sessions. A retry by another key of the person finds the answer of the first one.
 */
export const accountOf = ({ partnerId, operatorId, actor }: Caller): string =>
  partnerId ?? operatorId ?? actor;

export function queryContext(
  foundation: Foundation,
  call: Call<Ids>,
  db: Kysely<Tables>,
  rowLocks = false,
): QueryContext {
  const now = foundation.clock();
  return {
    db,
    caller: call.caller,
    now,
    vault: foundation.vault,
    rowMacs: foundation.rowMacs,
    apiKeyHash: foundation.apiKeyHash,
    policy: foundation.policy,
    outbound: foundation.outbound,
    rowLocks,
    downloadUrl: (documentId) => foundation.signDownload(documentId, call.caller, now),
  };
}

/**
 * Runs `work` with the context of a command. Its events and counts are written together when it is done: that takes
 * fewer statements, and the rows of counters, which all commands share, are locked for the shortest time.
 */
export async function withCommandContext<Result>(
  foundation: Foundation,
  call: Call<Ids>,
  db: Kysely<Tables>,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Recorded<Result>> {
  const { rowLocks, counterShards } = foundation.database;
  const context = queryContext(foundation, call, db, rowLocks);
  const circumstances = { caller: call.caller, requestId: call.requestId, now: context.now };
  const newEvents: NewEvent[] = [];
  const counts: Count[] = [];
  const result = await work({
    ...context,
    record: async (...more) => void newEvents.push(...more),
    count: async (more) => void counts.push(...more),
    awaitName: (name) => foundation.database.awaitName(db, name),
  });
  const events = await recordEvents(db, newEvents, circumstances);
  await enqueueForRelay(db, events, foundation.auditKeys, call.traceparent ?? null);
  await addToCounters(db, counterShards, counts);
  return { result, events };
}
