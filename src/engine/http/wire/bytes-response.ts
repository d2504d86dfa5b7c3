import { Response as PlainResponse } from '@whatwg-node/fetch';

/** Bytes of which each chunk belongs to the reader, who may free its memory. */
export class OwnBytes extends ReadableStream<Uint8Array> {}

/** A response whose bytes the server frees as the socket takes them. */
export class BytesResponse extends PlainResponse {
  readonly stream: OwnBytes;

  constructor(stream: OwnBytes, init: ResponseInit) {
    super(stream, init);
    this.stream = stream;
  }
}
