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
export type Exchange<Server extends ServerContext = ServerContext> = {
  readonly server: Server;
  /** What is to be let go of at the end. */
  readonly uploads: Upload[];
};

/** Finds the exchange of a request. */
export type ExchangeOf<Server extends ServerContext = ServerContext> = (request: Request) => Exchange<Server>;

/** The exchanges under way. Handed to yoga as its context, each would stand behind a proxy in every plugin. */
export function createExchanges<Server extends ServerContext>() {
  const known = new WeakMap<Request, Exchange<Server>>();
  const exchangeOf: ExchangeOf<Server> = (request) => {
    const exchange = known.get(request);
    if (exchange === undefined) throw new Error('A request came another way than through the server.');
    return exchange;
  };
  return {
    exchangeOf,
    begin(request: Request, server: Server): Exchange<Server> {
      const exchange: Exchange<Server> = { server, uploads: [] };
      known.set(request, exchange);
      return exchange;
    },
  };
}
