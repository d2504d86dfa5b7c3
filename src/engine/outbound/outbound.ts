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

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The trace of the change that caused the request; null or absent if unknown. */
  readonly traceParent?: TraceParent | null;
}

export interface OutboundResult {
  readonly outcome: Outcome;
  /** Null if no response came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the body as text. */
  readonly excerpt: string;
  /** The `Retry-After` header of the receiver, in seconds; null without the header. */
  readonly retryAfterSeconds: number | null;
}

/** Sends requests to URLs that others chose. */
export interface Outbound {
  /** Looks up the host of a URL, so `refusalOf` knows its addresses. Never rejects. */
  lookUp(url: string): Promise<void>;
  /** Why no request may go to a URL, as the end of a sentence about it; null if nothing known forbids it. */
  refusalOf(url: string): string | null;
  /** Sends a POST. Checks the address again while connecting. Never rejects. */
  post(request: OutboundRequest): Promise<OutboundResult>;
  close(): void;
}
