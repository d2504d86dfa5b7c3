import type { CustomFetch } from 'openid-client';

/**
 * Metadata, keys and tokens of an issuer have a few kilobytes each. The token of a person in a thousand groups has a
 * few dozen.
 */
const RESPONSE_BYTES_MAX = 1024 * 1024;

/** Like `fetch`, but the response fails if its body is larger than any honest one. */
export const boundedFetch: CustomFetch = async (url, { body = null, signal = null, ...options }) => {
  const response = await fetch(url, {
    ...options,
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
    signal,
  });
  let left = RESPONSE_BYTES_MAX;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new Error(`A response of the issuer has more than ${RESPONSE_BYTES_MAX} bytes.`);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bound) ?? null, response);
};
