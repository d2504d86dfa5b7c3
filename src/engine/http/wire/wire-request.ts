import type { IncomingMessage, ServerResponse } from 'node:http';
import { WireHeaders } from './wire-headers.ts';
import { BodyInFull } from './body-in-full.ts';

/**
 * A request from a socket. The parts that the gateway always reads come straight from the message. Other parts, for
 * example the body as a stream, are created when they are read.
 */
export class WireRequest extends BodyInFull<Request> implements Request {
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly message: IncomingMessage;
  /** See `request-notes.ts`. */
  readonly notes: object[] = [];
  readonly #response: ServerResponse;
  #signal: AbortSignal | null = null;
  #rest: Request | null = null;

  constructor(origin: string, message: IncomingMessage, response: ServerResponse) {
    super();
    this.method = message.method ?? 'GET';
    this.url = origin + (message.url ?? '/');
    this.headers = new WireHeaders(message.headers);
    this.message = message;
    this.#response = response;
  }

  /** Fires if the connection closes before the response is sent. */
  get signal(): AbortSignal {
    if (this.#signal !== null) return this.#signal;
    const controller = new AbortController();
    const response = this.#response;
    const stop = (): void => {
      if (!response.writableFinished) controller.abort(response.errored ?? undefined);
    };
    if (response.closed) stop();
    else response.once('close', stop);
    this.#signal = controller.signal;
    return controller.signal;
  }

  protected override get whole(): Request {
    const { method, headers, message, signal } = this;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const init = {
      method,
      headers,
      signal,
      ...(hasBody && { body: streamOf(message), duplex: 'half' as const }),
    };
    this.#rest ??= new Request(this.url, init);
    return this.#rest;
  }

  get cache() {
    return this.whole.cache;
  }

  get credentials() {
    return this.whole.credentials;
  }

  get destination() {
    return this.whole.destination;
  }

  get duplex() {
    return 'half' as const;
  }

  get integrity() {
    return this.whole.integrity;
  }

  get keepalive() {
    return this.whole.keepalive;
  }

  get mode() {
    return this.whole.mode;
  }

  get redirect() {
    return this.whole.redirect;
  }

  get referrer() {
    return this.whole.referrer;
  }

  get referrerPolicy() {
    return this.whole.referrerPolicy;
  }

  clone() {
    return this.whole.clone();
  }
}

function streamOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const step = await chunks.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    cancel: async () => void (await chunks.return?.()),
  });
}
