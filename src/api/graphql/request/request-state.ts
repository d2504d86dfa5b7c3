import type { ResponseTo } from '../../../engine/http/response-headers.ts';
import { addNote, noteOf } from '../../../engine/http/wire/request-notes.ts';
import type { PendingApproval } from '../../../pipeline/matter.ts';
import { acceptedMediaType, acceptsStream, type MediaType } from './media-type.ts';
import type { StreamPlace } from '../stream/streams.ts';

/** Values that the caller of the server passes with each request. */
export interface ServerContext extends ResponseTo {
  readonly commands?: CommandCount;
}

/**
 * How many commands of a request succeeded, how many of these repeated an earlier result, and what waits for a second
 * person instead of a change.
 */
export interface CommandCount {
  succeeded: number;
  replayed: number;
  readonly pending: PendingApproval[];
}

/** A multipart request after reading: the operation with its files in place. */
export interface Upload {
  readonly operation: Record<string, unknown>;
  /** Removes the files. Called once when the response is ready, even if nothing was executed. */
  discard(): Promise<void>;
}

/** The state of one request. */
export interface RequestState<Server extends ServerContext = ServerContext> {
  readonly server: Server;
  /** The media type of a response without a stream; null if the client accepts none. */
  readonly mediaType: MediaType | null;
  /** Whether the client accepts a stream. */
  readonly acceptsStream: boolean;
  /** Whether the operation is a subscription; known after its document was read. */
  isSubscription: boolean;
  /** The place of the stream of a subscription. */
  place: StreamPlace | null;
  /** Uploads to discard at the end. */
  readonly uploads: Upload[];
}

/** Returns the state of a request. */
export type StateOf<Server extends ServerContext = ServerContext> = (
  request: Request,
) => RequestState<Server>;

/** The states of the running requests. They are not in yoga's context, because yoga would wrap them in a proxy. */
export function createRequestStates<Server extends ServerContext>() {
  class State implements RequestState<Server> {
    readonly server: Server;
    readonly mediaType: MediaType | null;
    readonly acceptsStream: boolean;
    isSubscription = false;
    place: StreamPlace | null = null;
    readonly uploads: Upload[] = [];

    constructor(server: Server, request: Request) {
      this.server = server;
      this.mediaType = acceptedMediaType(request);
      this.acceptsStream = acceptsStream(request);
    }
  }

  const stateOf: StateOf<Server> = (request) => {
    const state = noteOf(request, State);
    if (state === null) throw new Error('A request did not come through the server.');
    return state;
  };
  return {
    stateOf,
    begin(request: Request, server: Server): RequestState<Server> {
      const state = new State(server, request);
      addNote(request, state);
      return state;
    },
  };
}
