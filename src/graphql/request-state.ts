import { acceptedMediaType, acceptsStream, type MediaType } from './plugins/media-type.ts';
import type { StreamPlace } from './stream/streams.ts';

/** Values that the caller of the server passes with each request. */
export interface ServerContext {
  readonly requestId: string;
}

/** A multipart request after reading: the operation with its files in place. */
export interface Upload {
  readonly operation: Record<string, unknown>;
  /** Removes the files. Called once, when the response is ready, whether or not anything was executed. */
  discard(): Promise<void>;
}

/** The state of one request while it passes through the plugins. */
export type RequestState<Server extends ServerContext = ServerContext> = {
  readonly server: Server;
  /** The media type of a response that is no stream; null where the client accepts none of them. */
  readonly mediaType: MediaType | null;
  /** Whether the client accepts a stream. */
  readonly acceptsStream: boolean;
  /** Whether the operation is a subscription; known when its document was read. */
  isSubscription: boolean;
  /** The place of the stream that answers a subscription. */
  place: StreamPlace | null;
  /** Uploads to discard at the end. */
  readonly uploads: Upload[];
};

/** Returns the state of a request. */
export type StateOf<Server extends ServerContext = ServerContext> = (
  request: Request,
) => RequestState<Server>;

/**
 * The states of the running requests. They are not passed as yoga's context, because yoga would wrap them in a proxy.
 */
export function createRequestStates<Server extends ServerContext>() {
  const known = new WeakMap<Request, RequestState<Server>>();
  const stateOf: StateOf<Server> = (request) => {
    const requestState = known.get(request);
    if (requestState === undefined) throw new Error('A request came another way than through the server.');
    return requestState;
  };
  return {
    stateOf,
    begin(request: Request, server: Server): RequestState<Server> {
      const requestState: RequestState<Server> = {
        server,
        mediaType: acceptedMediaType(request),
        acceptsStream: acceptsStream(request),
        isSubscription: false,
        place: null,
        uploads: [],
      };
      known.set(request, requestState);
      return requestState;
    },
  };
}
