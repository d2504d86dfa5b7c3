import { type HrTime, type SpanContext, type SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TraceParent } from '../kernel/trace-context.ts';

/** The process that all its spans name. */
interface SpanSource {
  readonly resource: Resource;
  readonly instrumentationScope: { readonly name: string; readonly version: string };
}

type Attributes = Record<string, string | number>;

interface Beginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: TraceParent | null;
  readonly attributes: Attributes;
}

const UNSET = { code: SpanStatusCode.UNSET };
const ERROR = { code: SpanStatusCode.ERROR };
const NONE: never[] = [];
const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;
const NUMBER_MAX = 2 ** 32 - 1;

/** Four bytes each; a trace has four of them, a span two. */
const numbers = new Uint32Array(4);
const bytes = Buffer.from(numbers.buffer);

/** An id by chance. No number is 0, since an id must not be 0. */
function newId(count: 2 | 4): string {
  for (let at = 0; at < count; at += 1) numbers[at] = 1 + Math.floor(Math.random() * NUMBER_MAX);
  return bytes.toString('hex', 0, count * numbers.BYTES_PER_ELEMENT);
}

/** A new place in the trace of the parent, or in a trace of its own. */
export const placeBelow = (parent: TraceParent | null, isSampled: boolean): TraceParent => ({
  traceId: parent?.traceId ?? newId(4),
  spanId: newId(2),
  isSampled,
});

const contextOf = ({ traceId, spanId, isSampled }: TraceParent, isRemote: boolean): SpanContext => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote,
});

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / MS_PER_SECOND);
  return [seconds, Math.round((ms - seconds * MS_PER_SECOND) * NS_PER_MS)];
}

/**
 * A span of a trace that is kept, as an exporter reads it. Where one request in a hundred is traced, its code is never
 * warm, so there is little of it: what only the collector needs is made when it is read.
 */
export class KeptSpan implements ReadableSpan {
  name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** For the spans below it. */
  readonly place: TraceParent;
  readonly parentSpanContext?: SpanContext;
  status = UNSET;
  readonly #source: SpanSource;
  readonly #startedAtMs = Date.now();
  readonly #began = performance.now();
  #tookMs = -1;

  constructor(source: SpanSource, { name, kind, parent, attributes }: Beginning) {
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
    this.#source = source;
    this.place = placeBelow(parent, true);
    if (parent !== null) this.parentSpanContext = contextOf(parent, true);
  }

  end(): void {
    this.#tookMs = performance.now() - this.#began;
  }

  fail(): void {
    this.status = ERROR;
  }

  spanContext(): SpanContext {
    return contextOf(this.place, false);
  }

  get startTime(): HrTime {
    return hrTime(this.#startedAtMs);
  }

  get endTime(): HrTime {
    return hrTime(this.#startedAtMs + this.#tookMs);
  }

  get duration(): HrTime {
    return hrTime(this.#tookMs);
  }

  get ended(): boolean {
    return this.#tookMs >= 0;
  }

  get resource() {
    return this.#source.resource;
  }

  get instrumentationScope() {
    return this.#source.instrumentationScope;
  }

  get links() {
    return NONE;
  }

  get events() {
    return NONE;
  }

  get droppedAttributesCount() {
    return 0;
  }

  get droppedEventsCount() {
    return 0;
  }

  get droppedLinksCount() {
    return 0;
  }
}
