import type { AnswerStream } from '../../graphql-kit/request-context.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Telemetry } from '../../pipeline/telemetry.ts';

/** Streams of one key at once: one for each screen or worker of a large integration. */
export const STREAMS_OF_KEY_MAX = 100;
/** Streams of one process at once; each takes some ten kilobytes and a connection. */
export const STREAMS_MAX = 1_000;
/** A client that is refused for the number of streams tries again after so many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The reservation of one stream, from before its subscription begins until it ends. */
export interface StreamPlace extends AnswerStream {
  /** Ends the stream with the last event of the protocol, as a stopping gateway does, and frees the place. */
  end(): void;
  readonly isCut: boolean;
  readonly permission: StreamPermission;
}

/** The permission that a stream depends on: an API key, or a session of the console. */
export interface StreamPermission {
  /** Milliseconds between two checks whether it still holds. */
  readonly checkMs: number;
  holds(): Promise<boolean>;
}

interface Streams {
  /** Throws `rate_limited` or `service_unavailable` where there are too many. */
  open(actor: string, permission: StreamPermission, lastEventId?: string | null): StreamPlace;
  /** Ends every stream in order, and lets none begin. */
  drain(): void;
}

/** The streams of a process. */
export function createStreams(telemetry: Telemetry): Streams {
  const places = new Set<StreamPlace>();
  const ofKeys = new Map<string, number>();
  let isDraining = false;

  function leave(place: StreamPlace, actor: string): void {
    if (!places.delete(place)) return;
    const left = (ofKeys.get(actor) ?? 1) - 1;
    if (left > 0) ofKeys.set(actor, left);
    else ofKeys.delete(actor);
  }

  return {
    open(actor, permission, lastEventId = null) {
      const ofKey = ofKeys.get(actor) ?? 0;
      const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
      if (ofKey >= STREAMS_OF_KEY_MAX) {
        telemetry.limited('streams');
        throw refusal('rate_limited', `An API key has at most ${STREAMS_OF_KEY_MAX} streams at once.`, retry);
      }
      if (isDraining || places.size >= STREAMS_MAX) {
        if (!isDraining) telemetry.shed('stream');
        throw refusal(
          'service_unavailable',
          'The gateway cannot take another stream now; begin it again later.',
          { ...retry, isLimit: true },
        );
      }
      const place = new Place(permission, lastEventId);
      places.add(place);
      ofKeys.set(actor, ofKey + 1);
      place.ended.addEventListener('abort', () => leave(place, actor), { once: true });
      return place;
    },
    drain() {
      isDraining = true;
      for (const place of places) place.end();
    },
  };
}

class Place implements StreamPlace {
  readonly #controller = new AbortController();
  readonly permission: StreamPermission;
  readonly lastEventId: string | null;
  eventId: string | null = null;
  isCut = false;

  constructor(permission: StreamPermission, lastEventId: string | null) {
    this.permission = permission;
    this.lastEventId = lastEventId;
  }

  get ended(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#controller.abort();
  }

  cut(): void {
    if (!this.ended.aborted) this.isCut = true;
    this.#controller.abort();
  }
}
