import type { Kysely } from 'kysely';
import type { FedEvent } from './feed.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/**
 * Works in the transaction that gives events their positions, so that its rows and the positions commit together. It
 * may run again for the same events. If it fails, none of them gets a position until the next attempt.
 */
export type FedInTransaction = (events: readonly FedEvent[], db: Kysely<Tables>) => Promise<void>;

/** Gets the events after the commit that gave them positions in this process. It must not throw. */
type FedListener = (events: readonly FedEvent[]) => void;

/** The hooks of the relay. They keep the relay independent of its listeners. */
export interface FeedHooks {
  /** They run in this order. Any process with a gateway may relay, so each gateway is opened with them. */
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
