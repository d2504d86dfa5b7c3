import { ApiError, type CallFacts, ConnectionError } from './errors.ts';
import { retryAfterMsOf } from './retry.ts';
import { unlessItThrows } from './unless-it-throws.ts';

/** A call of an operation: the row of the REST API, and the arguments of the caller. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path. The `ids` replace its parameters, for example `{customer_id}`, in their order. */
  readonly path: string;
  readonly ids?: readonly string[];
  readonly query?: object;
  readonly body?: unknown;
  /** A form instead of a JSON body. It is made once and sent at each attempt. */
  readonly form?: () => Promise<FormData>;
}

type Attempt = Omit<CallFacts, 'retryAfterMs'>;

export interface CallResponse<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** Path and query of a call. */
export function targetOf({ path, ids = [], query = {} }: Call): string {
  const left = [...ids];
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(left.shift()));
  const set = Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
    // Several values form one parameter, separated by commas. An empty value is sent too: without it the call would
    // select everything.
    const text = Array.isArray(value) ? value.join(',') : value;
    return text === null || text === undefined ? [] : [[name, String(text)]];
  });
  return set.length === 0 ? filled : `${filled}?${new URLSearchParams(set)}`;
}

/** An id as a part of a path. Throws if the id is empty, because that would be another path. */
function segment(id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError('An id is a text that is not empty.');
  return encodeURIComponent(id);
}

/**
 * The body of a response. Throws ApiError or ConnectionError, or the error of `fetch` if the response breaks off.
 */
export async function readResponse<Body>(response: Response, attempt: Attempt): Promise<CallResponse<Body>> {
  const { ok, status, headers } = response;
  const text = await response.text();
  const json = unlessItThrows(() => JSON.parse(text));
  if (ok && json !== undefined) return { body: json, headers };
  const facts = { ...attempt, retryAfterMs: retryAfterMsOf(headers) };
  if (typeof json?.error?.code === 'string') throw new ApiError(status, json, facts);
  throw new ConnectionError(`The response is not from a gateway: its status is ${status}.`, status, facts);
}
