import { signal } from '@preact/signals';

/** A change that waits for a second person, as the response to the first one tells. */
export interface Waiting {
  readonly id: string;
  readonly operation: string;
  readonly maker: string;
  readonly expiresAt: string;
}

let latest: Waiting | null = null;

/** The id of the last change that a person of this page asked for. */
export const lastAsked = signal('');

/** Notes that the last mutation was not done, because it waits for a second person. */
export function noteWaiting(waiting: Waiting): void {
  latest = waiting;
  lastAsked.value = waiting.id;
}

/** The change that waits since the last call; null if none does. It is told once. */
export function takeWaiting(): Waiting | null {
  const waiting = latest;
  latest = null;
  return waiting;
}
