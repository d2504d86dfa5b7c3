import type { ApiError, ConnectionError } from './errors.ts';

/** The limits of one call with all its attempts. */
interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** By default one minute, and ten minutes for an upload. */
  readonly deadlineMs?: number | undefined;
  /** How many times a call is sent again; 5 by default. */
  readonly retries?: number | undefined;
}

export interface ClientOptions extends Limits {
  /** The address of the gateway, for example `https://funding.example.com`. */
  readonly baseUrl: string;
  /** Keep it on your server; never put it into a web page or an app. */
  readonly apiKey: string;
  /** Called with the error before a call is sent again. */
  readonly onRetry?: ((error: ApiError | ConnectionError) => void) | undefined;
}

export interface CallOptions extends Limits {
  /** Your own id of the request (`[\w-]{1,64}`). The gateway writes it to its log. */
  readonly requestId?: string | undefined;
  /** Of a sandbox: the first attempt has it as its header `Fundgate-Fault`, for example `lost_answer`. */
  readonly fault?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** One key for each change, 1 to 255 visible ASCII characters; by default a new key. */
  readonly idempotencyKey?: string | undefined;
}
