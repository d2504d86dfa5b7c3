import type { CustomFetch } from 'openid-client';

/** A response with tokens, which the issuer gives once for a code. */
interface Kept {
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Keeps the response with the tokens while its sign-in is handled. So the tokens can be checked a second time with
 * newer keys of the issuer, although a code cannot be sent twice.
 */
export function createTokenResponses(fetch: CustomFetch) {
  const responses = new Map<string, Kept | null>();

  const fetchOnce: CustomFetch = async (url, options) => {
    const { body } = options;
    const code = body instanceof URLSearchParams ? body.get('code') : null;
    const kept = code === null ? undefined : responses.get(code);
    if (code === null || kept === undefined) return fetch(url, options);
    if (kept !== null) return new Response(kept.text, { headers: kept.headers });
    const response = await fetch(url, options);
    if (response.status !== 200) return response;
    const text = await response.text();
    responses.set(code, { text, headers: response.headers });
    return new Response(text, { headers: response.headers });
  };

  return {
    fetch: fetchOnce,
    /** Does `work`, which sends the code. `hasResponse` tells whether the issuer has given tokens for it. */
    async keeping<Result>(
      code: string,
      work: (hasResponse: () => boolean) => Promise<Result>,
    ): Promise<Result> {
      responses.set(code, null);
      try {
        return await work(() => (responses.get(code) ?? null) !== null);
      } finally {
        responses.delete(code);
      }
    },
  };
}
