import type { ApiError, ConnectionError } from './errors.ts';

/** The limits of one call with all its attempts. */
interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** By default a minute, and ten for an upload. */
  readonly deadlineMs?: number | undefined;
  /** How often it is sent again; by default 5 times. */
  readonly retries?: number | undefined;
}

export interface ClientOptions extends Limits {
  /** Where the gateway is, such as `https://funding.example.com`. */
  readonly baseUrl: string;
  /** Keep it on your server; never put it into a web page or an app. */
  readonly apiKey: string;
  /** Called with the error before a call is sent again. */
  readonly onRetry?: ((error: ApiError | ConnectionError) => void) | undefined;
}

export interface CallOptions extends Limits {
  /** Your own id of the request (`[\w-]{1,64}`), which the gateway writes to its log. */
  readonly requestId?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /** One key for each change that you want, 1 to 255 visible ASCII characters; by default a new one. */
  readonly idempotencyKey?: string | undefined;
}
