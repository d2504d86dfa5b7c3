import type { Kysely } from 'kysely';
import type { Vault } from '../engine/crypto/encryption.ts';
import type { KeyedHash } from '../engine/crypto/hmac.ts';
import type { SecretKeys } from '../engine/crypto/keys.ts';
import type { RowMacs } from '../engine/crypto/row-mac.ts';
import type { EventRow } from '../trail/record/event-row.ts';
import { type DatedEvent, recordEvents } from '../trail/record/record.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Tables } from '../engine/sql/tables.ts';
import type { Commits } from './commits.ts';
import { addToCounters, type Count } from './rows/counter.ts';
import type { Database } from '../engine/sql/database.ts';
import type { FeedHooks } from '../trail/positions/feed-hooks.ts';
import type { IdempotencyLedger } from './idempotency/idempotency.ts';
import type { Outbound } from '../engine/outbound/outbound.ts';
import { atMoments, type Clocked, type Clocks } from './moment.ts';
import type { Ids } from './operation.ts';
import type { CommandContext, Policy, QueryContext } from './operation-context.ts';
import { attempting } from './attempt.ts';
import type { SecondPerson } from './second-person.ts';
import type { Telemetry } from '../engine/tracing/telemetry.ts';

/** What all operations of a process share: database, clock, keys, hooks. */
export interface Foundation extends Clocks {
  readonly database: Database;
  readonly vault: Vault;
  readonly rowMacs: RowMacs;
  readonly apiKeyHash: KeyedHash;
  readonly referenceHash: KeyedHash;
  /**
   * Keys for the MACs of events and checkpoints, made from the configured secrets. What is written now must have a MAC
   * under one of them.
   */
  readonly auditKeys: SecretKeys;
  readonly ledger: IdempotencyLedger;
  readonly policy: Policy;
  readonly outbound: Outbound;
  readonly telemetry: Telemetry;
  readonly secondPerson: SecondPerson;
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
  /** Not validated yet, in the names of REST. */
  readonly input: unknown;
  /** Only commands use it. */
  readonly idempotencyKey?: string | null;
  /** Whether the API shows the view field by field, and itself records which fields disclose personal data. */
  readonly inParts?: boolean;
  /** Whether unknown members may be ignored if the partner's setting says so. */
  readonly mayIgnore?: boolean;
  /** The `traceparent` of the request; set by `execute`. */
  readonly traceparent?: string | null;
  /** Whether a query is part of the response to a change. Then no replica may run it. */
  readonly ofChange?: boolean;
}

/** The result of the work of a command, and the events that it recorded. */
interface Recorded<Result> {
  readonly result: Result;
  readonly events: readonly EventRow[];
}

/**
 * The account that owns idempotency keys and a share of the database: a partner, or a person with all keys and
 * sessions. So a retry with another key of the person finds the first response.
 */
export const accountOf = ({ partnerId, operatorId, actor }: Caller): string =>
  partnerId ?? operatorId ?? actor;

export function queryContext(
  foundation: Foundation,
  call: Pick<Call<Ids>, 'caller' | 'inParts'>,
  db: Kysely<Tables>,
  now: Date,
  rowLocks = false,
): QueryContext {
  return {
    db,
    caller: call.caller,
    now,
    gatewayClock: foundation.clock,
    vault: foundation.vault,
    rowMacs: foundation.rowMacs,
    apiKeyHash: foundation.apiKeyHash,
    referenceHash: foundation.referenceHash,
    policy: foundation.policy,
    outbound: foundation.outbound,
    rowLocks,
    isWhole: call.inParts !== true,
    nowsOf: (partnerIds) => foundation.clocks?.nowsOf(db, partnerIds) ?? (() => now),
    // The URL is valid by real time.
    downloadUrl: (documentId) => foundation.signDownload(documentId, call.caller, foundation.clock()),
  };
}

/**
 * Runs `work` with the context of a command. Its events and counts are written together at the end. That takes fewer
 * statements, and the counters, which all commands share, are locked for the shortest time.
 */
export async function withCommandContext<Result>(
  foundation: Foundation,
  call: Call<Ids>,
  db: Kysely<Tables>,
  work: (context: CommandContext) => Promise<Result>,
  operation: Clocked = {},
): Promise<Recorded<Result>> {
  const { rowLocks, counterShards } = foundation.database;
  const about = { db, about: call, writes: true };
  const moments = atMoments(foundation, operation, about, (found) => found);
  const { own, ofEvents } = moments instanceof Promise ? await moments : moments;
  const events: DatedEvent[] = [];
  const counts: Count[] = [];
  const endings = new Map<string, () => Promise<void>>();
  const count = async (more: readonly Count[]) => void counts.push(...more);
  const unwritten: CommandContext['unwritten'] = (subject) =>
    events.filter((event) => event.subject === subject).map(({ type }) => type);
  const contextAs = (caller: Caller, now: Date, eventsAt: Date, clock: Clock): CommandContext => ({
    ...queryContext(foundation, { caller }, db, now, rowLocks),
    clock,
    unwritten,
    newId: (prefix, room) => own.newId(prefix, now, room),
    // Each gets its id at once, so that the ids of a transaction are in the order of its events.
    record: async (...more) =>
      void events.push(
        ...more.map((event) => ({
          ...event,
          id: event.id ?? ofEvents.newId('evt', eventsAt),
          author: caller,
          at: eventsAt,
        })),
      ),
    count,
    awaitName: (name) => foundation.database.awaitName(db, name),
    atEnd: (name, ending) => void endings.set(name, ending),
    attempt: (attempted) => attempting(db, { events, counts, endings }, attempted),
    as({ caller: author = caller, now: moment }) {
      if (moment === undefined) return contextAs(author, now, eventsAt, clock);
      return contextAs(author, moment, moment, () => moment);
    },
  });
  const result = await work(contextAs(call.caller, own.now, ofEvents.now, own.clock));
  for (const name of [...endings.keys()].toSorted()) await endings.get(name)?.();
  const recorded = await recordEvents(db, events, {
    caller: call.caller,
    now: ofEvents.now,
    requestId: call.requestId,
    keys: foundation.auditKeys,
    traceparent: call.traceparent ?? null,
  });
  await addToCounters(db, counterShards, counts);
  return { result, events: recorded };
}
