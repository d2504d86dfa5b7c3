import type { Kysely } from 'kysely';
import type { Tables } from '../engine/sql/tables.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import { type IdPrefix, type NewId, newId } from '../kernel/id.ts';
import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import type { Ids } from './operation.ts';

/** The time of records, and the order of their ids. */
export interface Moment {
  readonly now: Date;
  /** The present moment, after `now`. */
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What an operation is about, for the choice of its clock. */
interface About {
  readonly caller: Caller;
  readonly ids: Ids;
  readonly input: unknown;
}

/**
 * How long a transaction needs the time that it has read. `read`: it does not matter if the clock moves meanwhile.
 * `write`: the clock stays until the commit. `move`: the transaction itself moves it.
 */
export type Hold = 'read' | 'write' | 'move';

/** The clocks of a sandbox: each partner has one. */
export interface PartnerClocks {
  /** The moment of the partner whose records a call is about; the moment of the gateway if it is about no partner. */
  momentOf(db: Kysely<Tables>, about: About, hold: Hold): Promise<Moment>;
  /** The moment of the records of a caller, outside of an operation. */
  momentFor(caller: Caller): Promise<Moment>;
  /** What the clocks of several partners show. */
  nowsOf(db: Kysely<Tables>, partnerIds: readonly string[]): Promise<(partnerId: string) => Date>;
  /** What the clock of a caller shows, for the header of its responses. Never rejects. */
  shownTo(caller: Caller | null): Promise<Date>;
}

/** The clock of the gateway, and in a sandbox the clocks of its partners. */
export interface Clocks {
  readonly clock: Clock;
  /** Null on a live gateway: there the clock of the gateway counts for all. */
  readonly clocks: PartnerClocks | null;
}

/** When an operation runs, and when its events happen. */
interface Moments {
  readonly own: Moment;
  readonly ofEvents: Moment;
}

/** Which clock an operation runs on in a sandbox. */
export interface Clocked {
  readonly clock?: 'gateway' | 'moved';
}

/** Runs `work` with the moments of an operation. A live gateway has one clock, and then nothing waits for it. */
export function atMoments<Result>(
  { clocks, clock }: Clocks,
  operation: Clocked,
  { db, about, writes }: { readonly db: Kysely<Tables>; readonly about: About; readonly writes: boolean },
  work: (moments: Moments) => PromiseOrValue<Result>,
): PromiseOrValue<Result> {
  const own = { now: clock(), clock, newId };
  if (clocks === null) return work({ own, ofEvents: own });
  const hold = operation.clock === 'moved' ? 'move' : writes ? 'write' : 'read';
  return clocks
    .momentOf(db, about, hold)
    .then((moment) => work({ own: operation.clock === 'gateway' ? own : moment, ofEvents: moment }));
}

/** Makes ids of records of a caller outside of an operation, such as the keys of files that arrive. */
export async function idsFor({ clocks, clock }: Clocks, caller: Caller, prefix: IdPrefix) {
  const { now, newId: makeId } = clocks === null ? { now: clock(), newId } : await clocks.momentFor(caller);
  return () => makeId(prefix, now);
}
