import { Readable } from 'node:stream';
import type { StreamPlace } from './streams.ts';
import { world } from '../../../kernel/world.ts';

/** Time between two heartbeats. */
export const HEARTBEAT_MS = 30_000;

/** The media type of a stream, by the HTML standard. */
export const EVENT_STREAM = 'text/event-stream';

/** Made for each response, because a response keeps the object and adds its other headers. */
export const streamHeaders = () => ({
  'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
  // Without it nginx holds data back until its buffer is full.
  'X-Accel-Buffering': 'no',
});

/**
 * A comment; clients ignore it. It is the heartbeat, and also the first bytes, so clients see at once that the stream
 * has begun.
 */
const COMMENT = ':\n\n';
const COMPLETE = 'event: complete\ndata:\n\n';

/** A result, and the id from which a client continues after it connects again. */
export interface StreamResult {
  readonly json: string;
  readonly id: string | null;
}

/**
 * One result in the format of graphql-sse's distinct connections mode. The JSON may have line breaks between its
 * tokens.
 */
const next = ({ json, id }: StreamResult): string =>
  `${id === null ? '' : `id: ${id}\n`}event: next\ndata: ${json.replaceAll(/\r\n?|\n/g, '\ndata: ')}\n\n`;

interface Options {
  readonly place: StreamPlace;
  /** Called for an error that is not the client's fault. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The body of a stream: each result when it comes, and a heartbeat twice a minute. It ends if the results end, the
 * place is given up, or the client has gone. It takes no further result while the client does not read. If the client
 * has read nothing for two heartbeats, it is cut off.
 */
export function eventStream(results: AsyncIterable<StreamResult>, options: Options): Readable {
  const { place, onFailure } = options;
  /** Resolves when the client takes more, or the stream has ended. */
  let room = Promise.withResolvers<void>();
  let isStalled = false;
  const body = new Readable({
    read: () => room.resolve(),
    destroy(error, done) {
      place.end();
      done(error);
    },
  });
  const push = (text: string): boolean => !body.destroyed && body.push(text);

  async function pump(): Promise<void> {
    for await (const result of results) {
      if (place.ended.aborted) return;
      room = Promise.withResolvers();
      if (!push(next(result))) await room.promise;
    }
  }

  function beat(): void {
    if (body.readableLength === 0) {
      isStalled = false;
      push(COMMENT);
    } else if (isStalled) place.cut();
    else isStalled = true;
  }

  const timer = world.every(beat, HEARTBEAT_MS);
  place.ended.addEventListener('abort', () => {
    world.cancel(timer);
    room.resolve();
    if (place.isCut) body.destroy(new Error('The client does not read its stream.'));
    else if (push(COMPLETE) || !body.destroyed) body.push(null);
  });
  // The error only closes the connection of a client that was cut off.
  body.on('error', () => {});
  push(COMMENT);
  void pump()
    .catch(onFailure)
    .finally(() => place.end());
  return body;
}

/** A body of one result, for a client that wants a query as a stream. */
export const oneResult = (json: string): string => COMMENT + next({ json, id: null }) + COMPLETE;
