import type { EventRow } from '../trail/record/event-row.ts';

/**
 * Gets the events that a transaction recorded, after its commit. It must not throw, because nothing can be undone any
 * more.
 */
type CommitListener = (events: readonly EventRow[]) => void;

export interface Commits {
  /** Adds a listener for as long as the process runs. */
  listen(listener: CommitListener): void;
  /** `execute` calls it after each commit that recorded events. */
  notify: CommitListener;
}

/**
 * The after-commit hook, which keeps `execute` independent of its listeners. A listener gets only the commits of this
 * process, each at most once. So it may start work sooner, but no work may depend on it.
 */
export function createCommits(): Commits {
  const listeners: CommitListener[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    notify: (events) => {
      if (events.length === 0) return;
      for (const listener of listeners) listener(events);
    },
  };
}
