import type { CustomFetch } from 'openid-client';

/** A response with tokens. The issuer gives it once for each code. */
interface Kept {
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Keeps the response with the tokens during its sign-in. The tokens may have to be checked again with newer keys of the
 * issuer, and a code cannot be sent twice.
 */
export function createTokenAnswers(fetch: CustomFetch) {
  const answers = new Map<string, Kept | null>();

  const answerOnce: CustomFetch = async (url, options) => {
    const { body } = options;
    const code = body instanceof URLSearchParams ? body.get('code') : null;
    const kept = code === null ? undefined : answers.get(code);
    if (code === null || kept === undefined) return fetch(url, options);
    if (kept !== null) return new Response(kept.text, { headers: kept.headers });
    const answer = await fetch(url, options);
    if (answer.status !== 200) return answer;
    const text = await answer.text();
    answers.set(code, { text, headers: answer.headers });
    return new Response(text, { headers: answer.headers });
  };

  return {
    fetch: answerOnce,
    /** Does `work`, which sends the code. `isAnswered` tells whether the issuer has already given tokens for it. */
    async keeping<Result>(
      code: string,
      work: (isAnswered: () => boolean) => Promise<Result>,
    ): Promise<Result> {
      answers.set(code, null);
      try {
        return await work(() => (answers.get(code) ?? null) !== null);
      } finally {
        answers.delete(code);
      }
    },
  };
}
