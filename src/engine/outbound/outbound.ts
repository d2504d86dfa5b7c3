import type { TraceParent } from '../../kernel/trace-context.ts';

/** The possible results of a request to a receiver. */
export const OUTCOMES = [
  'ok',
  'http_error',
  'redirect',
  'timeout',
  'connect_failed',
  'tls_failed',
  'dns_failed',
  'address_refused',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME_MEANINGS: Readonly<Record<Outcome, string>> = {
  ok: 'It answered with a 2xx status.',
  http_error: 'It answered with a status that is neither 2xx nor 3xx, or not in HTTP.',
  redirect: 'It answered with a 3xx status, which is not followed.',
  timeout: 'It took more than 5 seconds to connect, or more than 15 in all.',
  connect_failed: 'No connection could be made, or it broke off.',
  tls_failed: 'TLS failed, for example because of a certificate that is not valid.',
  dns_failed: 'The host name could not be resolved.',
  address_refused:
    'The address is not public, so no request was made. Your own machine is reached by `webhook listen`, or by a gateway of your own with WEBHOOK_ALLOW.',
};

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The trace of the change that caused the request; null or absent if it is not known. */
  readonly traceParent?: TraceParent | null;
}

export interface OutboundAnswer {
  readonly outcome: Outcome;
  /** Null if no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the body as text. */
  readonly excerpt: string;
  /** The `Retry-After` of the receiver, in seconds; null without one. */
  readonly retryAfterSeconds: number | null;
}

/** Requests that the gateway sends to URLs that partners chose. */
export interface Outbound {
  /** Looks up the name of a URL, so that `refusalOf` knows its addresses. Never rejects. */
  lookUp(url: string): Promise<void>;
  /** Why no request may go to a URL, as the end of a sentence about it; null if one may, as far as is known. */
  refusalOf(url: string): string | null;
  /** Sends a POST, and validates the address again when it connects. Never rejects. */
  post(request: OutboundRequest): Promise<OutboundAnswer>;
  close(): void;
}
