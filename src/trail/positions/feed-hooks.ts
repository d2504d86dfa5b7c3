import type { Kysely } from 'kysely';
import type { FedEvent } from './feed.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/**
 * Works in the transaction that gives events their positions, so that its rows and the positions commit together. It
 * may run again for the same events, and a failure keeps all of them from getting positions until the next attempt.
 */
export type FedInTransaction = (events: readonly FedEvent[], db: Kysely<Tables>) => Promise<void>;

/** Gets the events that this process gave positions to, after the commit. It must not throw. */
type FedListener = (events: readonly FedEvent[]) => void;

/** The hooks of the relay, so that it depends on none of its listeners. */
export interface FeedHooks {
  /** In the order in which they run. Every process that opens a gateway may relay, so they are given there. */
  readonly inTransaction: readonly FedInTransaction[];
  /** Adds a listener for as long as the process runs. */
  listen(listener: FedListener): void;
  /** The relay calls it after each of its commits. */
  notify: FedListener;
}

export function createFeedHooks(inTransaction: readonly FedInTransaction[]): FeedHooks {
  const listeners: FedListener[] = [];
  return {
    inTransaction,
    listen: (listener) => void listeners.push(listener),
    notify: (events) => {
      if (events.length === 0) return;
      for (const listener of listeners) listener(events);
    },
  };
}
