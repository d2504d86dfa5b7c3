import type { ResultStream } from '../../../pipeline/graphql-kit/request-context.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { Telemetry } from '../../../engine/tracing/telemetry.ts';

/** The most streams of one key: one for each screen or worker of a large integration. */
export const STREAMS_OF_KEY_MAX = 100;
/** The most streams of one partner in a process, so other partners always find room. */
const STREAMS_OF_PARTNER_MAX = 600;
/** The most streams of a process. Each takes some ten kilobytes and a connection. */
export const STREAMS_MAX = 1_000;
/** Seconds after which a client should try again if there are too many streams. */
const RETRY_AFTER_SECONDS = 5;

/** The reservation of one stream, from before its subscription begins until it ends. */
export interface StreamPlace extends ResultStream {
  /** Ends the stream with the last event of the protocol and frees the place. */
  end(): void;
  readonly isCut: boolean;
}

export interface Streams {
  /** Throws `rate_limited` or `service_unavailable` if there are too many streams. */
  open(caller: Pick<Caller, 'actor' | 'partnerId'>, lastEventId?: string | null): StreamPlace;
  /** Ends every stream with its last event, and refuses new ones. */
  drain(): void;
}

/** The streams of a process. */
export function createStreams(telemetry: Telemetry): Streams {
  const places = new Set<StreamPlace>();
  const ofKeys = new Map<string, number>();
  const ofPartners = new Map<string, number>();
  let isDraining = false;

  function requireRoom({ actor, partnerId }: Pick<Caller, 'actor' | 'partnerId'>): void {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    const tooMany =
      (ofKeys.get(actor) ?? 0) >= STREAMS_OF_KEY_MAX
        ? `An API key has at most ${STREAMS_OF_KEY_MAX} streams at once.`
        : partnerId !== null && (ofPartners.get(partnerId) ?? 0) >= STREAMS_OF_PARTNER_MAX
          ? `All keys of a partner have at most ${STREAMS_OF_PARTNER_MAX} streams at once.`
          : null;
    if (tooMany !== null) {
      telemetry.limited('streams');
      throw refusal('rate_limited', tooMany, retry);
    }
    if (!isDraining && places.size < STREAMS_MAX) return;
    if (!isDraining) telemetry.shed('stream');
    throw refusal('service_unavailable', 'The gateway cannot take another stream now; try again later.', {
      ...retry,
      isLimit: true,
    });
  }

  return {
    open(caller, lastEventId = null) {
      requireRoom(caller);
      const place = new Place(lastEventId);
      const count = (by: number): void => {
        addTo(ofKeys, caller.actor, by);
        if (caller.partnerId !== null) addTo(ofPartners, caller.partnerId, by);
      };
      places.add(place);
      count(1);
      const leave = () => places.delete(place) && count(-1);
      place.ended.addEventListener('abort', leave, { once: true });
      return place;
    },
    drain() {
      isDraining = true;
      for (const place of places) place.end();
    },
  };
}

/** Adds to the number of a name. A name with the number 0 is removed. */
function addTo(numbers: Map<string, number>, name: string, by: number): void {
  const sum = (numbers.get(name) ?? 0) + by;
  if (sum > 0) numbers.set(name, sum);
  else numbers.delete(name);
}

class Place implements StreamPlace {
  readonly #controller = new AbortController();
  readonly lastEventId: string | null;
  eventId: string | null = null;
  isCut = false;

  constructor(lastEventId: string | null) {
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
