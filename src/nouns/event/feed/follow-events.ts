import { Buffer } from 'node:buffer';
import type { RequestContext, ResultStream } from '../../../pipeline/graphql-kit/request-context.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import type { FedEvent } from '../../../trail/positions/feed.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { refusal } from '../../../kernel/errors.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import type { FeedPart } from '../../../pipeline/feed-watch.ts';
import { type FeedView, readEventFeed } from '../event.operations.ts';
import { type EventView, presentEvent, presentToPartner } from '../event.present.ts';
import { cursorAfter, LATEST, positionOf } from '../feed-cursor.ts';
import { type FeedFilter, feedFilter } from './feed-filter.ts';

/** Bytes of events that may wait for a slow reader: about two thousand events. */
export const BACKLOG_MAX_BYTES = 1024 * 1024;

/** An event with the cursor after it. */
export interface Delivery {
  readonly cursor: string;
  readonly event: EventView;
}

/**
 * Yields the events after a cursor and then each new event, all exactly once. Without a cursor it begins with the next
 * event. If the input is refused, it throws before the first event.
 */
export async function followEvents(
  context: RequestContext,
  { after, ...filter }: FeedFilter & { readonly after?: string | null | undefined },
  stream: ResultStream,
): Promise<AsyncGenerator<Delivery>> {
  const read = (cursor: string): Promise<FeedView> =>
    runQuery(context, readEventFeed, { ids: {}, input: { ...filter, after: cursor, limit: PAGE_LIMIT_MAX } });
  const first = await read(lastEventOf(stream) ?? after ?? LATEST);
  return deliveries(context, filter, stream, { first, read });
}

/**
 * The cursor of the last event that the client has. A client that reconnects repeats its first `after`, so this one
 * wins.
 */
function lastEventOf({ lastEventId }: ResultStream): string | null {
  if (lastEventId === null || positionOf(lastEventId) !== null) return lastEventId;
  throw refusal('parameter_invalid', 'must be the id of an event of this stream', {
    path: ['Last-Event-ID'],
  });
}

interface Pages {
  readonly first: FeedView;
  readonly read: (cursor: string) => Promise<FeedView>;
}

async function* deliveries(
  { gateway, caller }: RequestContext,
  filter: FeedFilter,
  stream: ResultStream,
  { first, read }: Pages,
): AsyncGenerator<Delivery> {
  let page = first;
  yield* page.items;
  while (page.has_more && !stream.ended.aborted) {
    page = await read(page.next_cursor);
    yield* page.items;
  }
  const backlog = createBacklog(caller, filter, stream);
  const { from, stop } = await gateway.feedWatch.follow(backlog);
  try {
    // Events that committed after the last page was read and before `follow` began.
    while ((page.has_more || endOf(page) < from) && !stream.ended.aborted) {
      page = await read(page.next_cursor);
      yield* page.items;
    }
    for (let next = await backlog.next(); next !== null; next = await backlog.next()) {
      if (next.position > endOf(page)) yield next.delivery();
    }
  } finally {
    stop();
  }
}

const endOf = ({ next_cursor }: FeedView): number => positionOf(next_cursor) ?? 0;

interface Queued {
  readonly position: number;
  readonly bytes: number;
  readonly delivery: () => Delivery;
}

/** A bounded queue of new events for a reader. If the reader is too slow, it is disconnected. */
function createBacklog(caller: Caller, filter: FeedFilter, stream: ResultStream) {
  const matches = feedFilter(caller, filter);
  let queue: Queued[] = [];
  let bytes = 0;
  let isOver = stream.ended.aborted;
  let waiter = Promise.withResolvers<void>();
  const onEnd = (): void => {
    isOver = true;
    waiter.resolve();
  };
  stream.ended.addEventListener('abort', onEnd, { once: true });
  return {
    onEnd,
    onPart({ events, partnerOfActor }: FeedPart): void {
      if (isOver) return;
      for (const fed of events.filter(matches)) {
        const isOwnKey = partnerOfActor.get(fed.event.actor) === caller.partnerId;
        queue.push({
          position: fed.position,
          bytes: sizeOf(fed),
          delivery: () => shown(caller, fed, isOwnKey),
        });
        bytes += sizeOf(fed);
      }
      if (bytes > BACKLOG_MAX_BYTES) {
        queue = [];
        stream.cut();
      }
      waiter.resolve();
    },
    /** Null at the end of the stream. */
    async next(): Promise<Queued | null> {
      for (;;) {
        if (isOver) return null;
        const taken = queue.shift();
        bytes -= taken?.bytes ?? 0;
        if (taken !== undefined) return taken;
        waiter = Promise.withResolvers();
        await waiter.promise;
      }
    },
  };
}

function shown(caller: Caller, { position, event }: FedEvent, isOwnKey: boolean): Delivery {
  const view = caller.role === 'operator' ? presentEvent(event) : presentToPartner(event, isOwnKey);
  return { cursor: cursorAfter(position), event: view };
}

/** Approximate bytes of an event in a response. All of its columns except `data` are short. */
const sizeOf = ({ event }: FedEvent): number => EVENT_BYTES + Buffer.byteLength(event.data);
const EVENT_BYTES = 512;
