import { AsyncLocalStorage } from 'node:async_hooks';

/** The header of W3C Trace Context; a later version may have more after these four parts. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-|$)/;
const SAMPLED = 0x01;

/** The place in a trace that work belongs to, as `traceparent` names it. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the one who began the trace records it. */
  readonly isSampled: boolean;
}

/** What a client says that its request belongs to; null where it says nothing that is valid. */
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

/** The place in a trace of the work that runs now; null where it belongs to none. */
export const currentTrace = (): TraceParent | null => current.getStore() ?? null;

/** Runs work, and what it waits for, at a place in a trace. */
export const inTrace = <Result>(place: TraceParent, work: () => Result): Result => current.run(place, work);

/**
 * Runs work that only began now: it serves others as well as the request at hand, such as a timer that is set for all
 * changes of the next milliseconds.
 */
export const outsideTrace = <Result>(work: () => Result): Result =>
  current.getStore() === undefined ? work() : current.run(null, work);
