import { world } from '../../../src/kernel/world.ts';

/** Attempts of a careful caller. A world without any answer for so long is one that it gives up. */
const ATTEMPTS_MAX = 12;
const PAUSE_MS = 600;
/** The codes that ask to send the same request again. */
const AGAIN: readonly string[] = ['service_unavailable', 'idempotency_key_in_use', 'rate_limited'];

export const asksToSendAgain = ({ code }: Answer): boolean => code !== null && AGAIN.includes(code);

export interface Answer {
  readonly status: number;
  /** The code of the refusal; null if it was done. */
  readonly code: string | null;
  readonly json: ReturnType<typeof JSON.parse>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

/** One attempt. Null if no answer came, or one that does not say whether the work is done. */
export async function once(apiKey: string, { method, path, body, key }: Request): Promise<Answer | null> {
  const isForm = body instanceof FormData;
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const raw = isForm
    ? body
    : body === undefined
      ? null
      : typeof body === 'string'
        ? body
        : JSON.stringify(body);
  try {
    const response = await fetch(`http://gateway.test${path}`, { method, headers, body: raw });
    const text = await response.text();
    const json: ReturnType<typeof JSON.parse> = text === '' ? null : JSON.parse(text);
    const code: string | null = json?.error?.code ?? json?.errors?.[0]?.extensions?.code ?? null;
    return { status: response.status, code, json };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Sends a request with one key until an answer says what has become of it. Null if none came. */
export async function insist(apiKey: string, request: Request): Promise<Answer | null> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const answer = await once(apiKey, request);
    if (answer !== null && !asksToSendAgain(answer)) return answer;
    await world.pause(PAUSE_MS * world.chance() * attempt);
  }
  return null;
}
