import { givePositions } from './give-positions.ts';
import { passedAfter } from './passed.ts';
import { beginSettling, settle } from './settle.ts';
import { areEventsWaiting } from './unfed-events.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { FeedHooks } from './feed-hooks.ts';

/** The parts of the gateway that a relay needs. */
export interface Relaying {
  readonly database: Database;
  readonly auditKeys: SecretKeys;
  readonly clock: Clock;
  readonly feed: FeedHooks;
}

/** The lock that only one relay holds at a time, among all processes. */
const RELAY = 'feed/relay';

/**
 * Waits until no relay runs, and keeps relays from starting until the transaction ends. So each event either has its
 * position already or gets it after the transaction.
 */
export const holdRelays = ({
  awaitName,
}: {
  readonly awaitName: (name: string) => Promise<void>;
}): Promise<void> => awaitName(RELAY);

export interface Relayed {
  /** How many events got positions. */
  readonly fed: number;
  /** Ids of events whose MAC is wrong. They get no position, and `audit verify` reports them. */
  readonly refused: readonly string[];
  /** `busy`: another process is doing this. `more`: there may be more to do. `unknown`: an event may wait for its time. */
  readonly left: 'nothing' | 'unknown' | 'busy' | 'more';
}

const NOTHING: Relayed = { fed: 0, refused: [], left: 'nothing' };

/**
 * Gives positions to a batch of committed events, and runs the hooks of `gateway.feed` in the same transaction. Only
 * one process at a time does so: on SQLite it is the only writer, on PostgreSQL it holds a lock. If no events are
 * expected, it first checks outside of a transaction whether any are queued.
 */
export async function relayBatch(
  { database, auditKeys, clock, feed }: Relaying,
  { areExpected = false }: { readonly areExpected?: boolean } = {},
): Promise<Relayed> {
  if (!areExpected && !(await areEventsWaiting(database.reads))) return NOTHING;
  const done = await database.transaction(async (db) => {
    if (!(await database.takeName(db, RELAY))) return null;
    const { proven, passed: known, note } = await beginSettling(database, db);
    const { passed, ...positions } = await givePositions(db, auditKeys, clock(), known);
    if (positions.fed.length > 0) {
      for (const work of feed.inTransaction) await work(positions.fed, db);
    }
    await settle(db, Math.min(positions.done, proven));
    const left = passed && passedAfter({ ...passed, proven, done: positions.done });
    return { ...positions, note: () => note(positions.last, left) };
  });
  if (done === null) return { ...NOTHING, left: 'busy' };
  done.note();
  feed.notify(done.fed);
  return { fed: done.fed.length, refused: done.refused, left: done.isFull ? 'more' : 'unknown' };
}

/** Gives positions to all committed events, unless another process does so. Returns the ids of forged events. */
export async function relayAll(relaying: Relaying): Promise<readonly string[]> {
  const refused: string[] = [];
  for (;;) {
    const batch = await relayBatch(relaying);
    refused.push(...batch.refused);
    if (batch.left !== 'more') return refused;
  }
}
