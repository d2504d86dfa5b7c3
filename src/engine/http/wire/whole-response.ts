import { Headers as PlainHeaders, Response as PlainResponse } from '@whatwg-node/fetch';
import { BodyInFull } from './body-in-full.ts';

/** A response with its complete body. */
interface SentResponse {
  readonly status: number;
  /** By the names that are sent. */
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/**
 * A response that the server can send at once, without reading its body as a stream. Setting a header on `headers` sets
 * it in `sent`. Parts that the server does not need are created when they are read, because a full Response takes as
 * long as finding a row.
 */
export class WholeResponse extends BodyInFull<Response> implements Response {
  readonly sent: SentResponse;
  #headers: Headers | null = null;
  #rest: Response | null = null;

  constructor(sent: SentResponse) {
    super();
    this.sent = sent;
  }

  get status() {
    return this.sent.status;
  }

  get headers() {
    this.#headers ??= new PlainHeaders(this.sent.headers);
    return this.#headers;
  }

  protected override get whole(): Response {
    const { sent, headers } = this;
    this.#rest ??= new PlainResponse(sent.body, { status: sent.status, headers });
    return this.#rest;
  }

  get ok() {
    return this.whole.ok;
  }

  get redirected() {
    return this.whole.redirected;
  }

  get statusText() {
    return this.whole.statusText;
  }

  get type() {
    return this.whole.type;
  }

  get url() {
    return this.whole.url;
  }

  clone() {
    return this.whole.clone();
  }
}
