import { Response as PlainResponse } from '@whatwg-node/fetch';

/** A stream whose reader owns each chunk and may free its memory. */
export class OwnBytes extends ReadableStream<Uint8Array> {}

/** A response whose bytes the server frees when the socket has taken them. */
export class BytesResponse extends PlainResponse {
  readonly stream: OwnBytes;

  constructor(stream: OwnBytes, init: ResponseInit) {
    super(stream, init);
    this.stream = stream;
  }
}
