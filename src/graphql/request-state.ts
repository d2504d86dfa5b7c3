import { acceptedMediaType, type MediaType } from './plugins/media-type.ts';

/** What the caller of the server hands over with each request. */
export interface ServerContext {
  readonly requestId: string;
}

/** A multipart request, read: the operation with its files in place, and the way to let go of them. */
export interface Upload {
  readonly operation: Record<string, unknown>;
  /** Called once, when the answer is ready, whether or not anything was executed. */
  discard(): Promise<void>;
}

/** One request on its way through the plugins. */
export type RequestState<Server extends ServerContext = ServerContext> = {
  readonly server: Server;
  /** The media type that the answer is to have; null where the client takes none that there is. */
  readonly mediaType: MediaType | null;
  /** What is to be let go of at the end. */
  readonly uploads: Upload[];
};

/** Finds the exchange of a request. */
export type ExchangeOf<Server extends ServerContext = ServerContext> = (
  request: Request,
) => RequestState<Server>;

/** The exchanges under way. Handed to yoga as its context, each would stand behind a proxy in every plugin. */
export function createExchanges<Server extends ServerContext>() {
  const known = new WeakMap<Request, RequestState<Server>>();
  const exchangeOf: ExchangeOf<Server> = (request) => {
    const requestState = known.get(request);
    if (requestState === undefined) throw new Error('A request came another way than through the server.');
    return requestState;
  };
  return {
    exchangeOf,
    begin(request: Request, server: Server): RequestState<Server> {
      const requestState: RequestState<Server> = {
        server,
        mediaType: acceptedMediaType(request),
        uploads: [],
      };
      known.set(request, requestState);
      return requestState;
    },
  };
}
