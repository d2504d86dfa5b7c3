import { AsyncLocalStorage } from 'node:async_hooks';

/** The header of W3C Trace Context. A later version of the standard may add parts after these four. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-|$)/;
const SAMPLED = 0x01;

/** A span of a trace, as `traceparent` names it. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller that began the trace records it. */
  readonly isSampled: boolean;
}

/** The span that a client names in `traceparent`; null if the header is absent or not valid. */
export function readTraceParent(header: string | null): TraceParent | null {
  if (header === null) return null;
  const [, version = 'ff', traceId = '', spanId = '', flags = '', rest = ''] =
    TRACE_PARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== '')) return null;
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

export const writeTraceParent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`;

const current = new AsyncLocalStorage<TraceParent | null>();

/** The span of the work that runs now; null if it belongs to no trace. */
export const currentTrace = (): TraceParent | null => current.getStore() ?? null;

/** Runs work, and what it waits for, as a part of a span. */
export const inTrace = <Result>(place: TraceParent, work: () => Result): Result => current.run(place, work);

/**
 * Runs work outside of the present trace, because the work serves other requests too. An example is a timer that
 * batches the changes of the next milliseconds.
 */
export const outsideTrace = <Result>(work: () => Result): Result =>
  current.getStore() === undefined ? work() : current.run(null, work);
