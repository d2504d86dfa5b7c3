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
