import type { ApiError, ConnectionError } from '../errors.ts';
import { followFeed } from '../follow.ts';
import type { Event } from '../generated/types.ts';
import { feedReader, type FeedFilters, type FeedSource, isWebUrl, UsageError } from './feed.ts';
import { isSecret, webhookHeaders } from './sign.ts';

/** As long as the gateway waits for a receiver. */
const FORWARD_TIMEOUT_MS = 15_000;

/** The options of `webhook listen`. */
interface Listening extends FeedFilters {
  /** The URL that events are posted to. */
  readonly forward?: string | undefined;
  /** The secret that signs the events. */
  readonly secret: string;
  /** A cursor of the feed; `latest` is its end. */
  readonly after: string;
  /** How many events; no number means without end. */
  readonly events?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called if the gateway does not respond, before the next attempt. */
  readonly onRetry: (error: ApiError | ConnectionError) => void;
}

/** An event that was posted. */
interface Forwarded {
  readonly event: Event;
  /** The cursor to continue from. */
  readonly cursor: string | null;
  /** The status that the receiver sent, or why there is none. */
  readonly outcome: string;
}

interface Target {
  readonly forward: string;
  readonly events: number;
}

/**
 * Follows the feed and posts each event once, signed like a webhook. Throws UsageError before anything is sent,
 * ApiError or ConnectionError if the gateway refuses, and the reason of the signal.
 */
export function forwardEvents(source: FeedSource, listening: Listening): AsyncGenerator<Forwarded, void> {
  const { forward = '', secret, events = Infinity } = listening;
  if (!isWebUrl(forward))
    throw new UsageError('Say where to post: --forward, such as http://localhost:3000/hooks.');
  if (!isSecret(secret))
    throw new UsageError('The secret of --secret must be whsec_ and the base64 of 24 to 64 bytes.');
  if (!(events >= 1)) throw new UsageError('--events must be a number from 1 on.');
  return forwarding(source, { ...listening, forward, events });
}

async function* forwarding(
  source: FeedSource,
  { forward, secret, after, events, signal, onRetry, ...filters }: Listening & Target,
): AsyncGenerator<Forwarded, void> {
  let left = events;
  const feed = followFeed(feedReader(source, filters), after, { signal, onRetry });
  for await (const { event, cursor } of feed) {
    yield { event, cursor, outcome: await post(event, forward, secret, signal) };
    left -= 1;
    if (left <= 0) return;
  }
}

/** Posts an event once. Returns the result, as a status or in words. */
async function post(event: Event, url: string, secret: string, stop?: AbortSignal): Promise<string> {
  const body = JSON.stringify(event);
  const deadline = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: webhookHeaders({ eventId: event.event_id, at: new Date(), body }, [secret]),
      body,
      redirect: 'manual',
      signal: stop === undefined ? deadline : AbortSignal.any([stop, deadline]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    stop?.throwIfAborted();
    return deadline.aborted ? `no response in ${FORWARD_TIMEOUT_MS / 1_000} s` : 'no connection';
  }
}
