import { type Timer, world } from '../../kernel/world.ts';
import type { Database } from './database.ts';

/** Milliseconds between two beats: a change of another process is noticed at most so much later. */
const BEAT_MS = 1_000;

/** Gets whether any process may have committed a change since the last beat. It must not throw. */
type OnBeat = (mayHaveChanged: boolean) => void;

/** Tells parts of a process each second whether they have to look into the database. */
export interface Pulse {
  /** Call the result to end it. A listener looks once by itself when it begins, because no beat tells of earlier changes. */
  listen(onBeat: OnBeat): () => void;
}

/**
 * One small statement each second in place of the statements of all listeners. The stamp is read before a listener
 * looks. So if the next stamp is the same, the listener has seen everything.
 */
export function createPulse(database: Pick<Database, 'stamp'>): Pulse {
  const listeners = new Set<OnBeat>();
  let timer: Timer | undefined;
  let last: string | null = null;
  let isAsking = false;

  const tell = (mayHaveChanged: boolean): void => {
    for (const onBeat of listeners) onBeat(mayHaveChanged);
  };

  async function beat(): Promise<void> {
    // The database does not respond in time; a listener knows how long it waits for it.
    if (isAsking) return tell(true);
    isAsking = true;
    const stamp = await database.stamp().catch(() => null);
    isAsking = false;
    const isSame = stamp !== null && stamp === last;
    last = stamp;
    tell(!isSame);
  }

  return {
    listen(onBeat) {
      listeners.add(onBeat);
      timer ??= world.every(() => void beat(), BEAT_MS);
      return () => {
        listeners.delete(onBeat);
        if (listeners.size > 0) return;
        world.cancel(timer);
        timer = undefined;
      };
    },
  };
}
