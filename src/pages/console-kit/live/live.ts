import { signal } from '@preact/signals';
import { callSession, follow, toApiError } from '../api.ts';
import { type EventRowFragment, LiveEventsDocument } from '../generated/graphql.ts';
import { me } from '../session-state.ts';
import { pause, whenAttended, whileAttended } from '../activity.ts';

/** Whether changes are shown as they are committed. */
export const isLive = signal(false);

interface Listener {
  /** Events in the order of their commits. */
  readonly onEvents: (events: readonly EventRowFragment[]) => void;
  /** The stream begins again, and events before it may have been missed. */
  readonly onGap: () => void;
}

const listeners = new Set<Listener>();

/** The longest pause between two attempts; the first pauses are shorter. */
const RETRY_MAX_MS = 30_000;
const RETRY_FIRST_MS = 500;
/** After a longer pause the lists are loaded again, which is less work than reading all missed events. */
const REST_MAX_MS = 300_000;
/** Events within this time are passed on together, so that a burst draws the screen once. */
const GATHER_MS = 200;

/**
 * A stream does not count as use of the session. While a person only watches the page, it sends a request this often,
 * which counts.
 */
const USE_MS = 240_000;

export const noteUse = (): (() => void) =>
  whileAttended(USE_MS, () => {
    void callSession('GET').catch(() => {});
  });

/** Listens until the returned function is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let waiting: EventRowFragment[] = [];

function gather(event: EventRowFragment): void {
  waiting.push(event);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const events = waiting;
    waiting = [];
    for (const { onEvents } of listeners) onEvents(events);
  }, GATHER_MS);
}

/**
 * Follows the feed for the whole page, by one stream, while someone is signed in and the page is in sight: a browser
 * has few connections to one host. After a break it continues after the last event.
 */
export async function startLive(): Promise<never> {
  let cursor: string | null = null;
  for (let failures = 0; ;) {
    const restMs = performance.now();
    await whenAttended(() => Boolean(me.value));
    if (performance.now() - restMs > REST_MAX_MS) cursor = null;
    const sight = new AbortController();
    const hide = () => {
      if (document.hidden) sight.abort();
    };
    document.addEventListener('visibilitychange', hide);
    const stopWatching = me.subscribe((person) => {
      if (!person) sight.abort();
    });
    try {
      const after: string | null = cursor;
      await follow(LiveEventsDocument, { after }, sight.signal, {
        onOpen() {
          failures = 0;
          isLive.value = true;
          if (after === null) for (const { onGap } of listeners) onGap();
        },
        onData({ events }) {
          cursor = events.cursor;
          gather(events.event);
        },
      });
    } catch (error) {
      if (toApiError(error).code === 'parameter_invalid') cursor = null;
    }
    isLive.value = false;
    stopWatching();
    document.removeEventListener('visibilitychange', hide);
    if (!me.value) cursor = null;
    if (sight.signal.aborted) continue;
    const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    await pause(wait);
  }
}
