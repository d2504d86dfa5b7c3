import { catalogue } from '../../kernel/error-catalogue.ts';
import { masked } from '../../kernel/masked-error.ts';
import { currentTrace, inTrace, type TraceParent, writeTraceParent } from '../../kernel/trace-context.ts';
import { type DoneRequest, NO_TELEMETRY, OnlyChecked, type Telemetry } from './telemetry.ts';
import { KeptSpan, type KindOfSpan, placeBelow } from './kept-span.ts';
import { keepsParentOf, rootShare, type SamplerName } from './sampler.ts';
import { openSpanSender } from './span-sender.ts';
import { world } from '../../kernel/world.ts';

export interface TraceSettings {
  /** The base of the address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Headers for the collector, for example its key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The share of traces that are kept, for samplers by ratio. */
  readonly ratio: number;
}

export interface Tracing {
  readonly telemetry: Telemetry;
  /** Sends the remaining spans, and waits at most `deadlineMs`, by default two seconds. */
  stop(deadlineMs?: number): Promise<void>;
}

/** Traces of requests, sent to a collector. `driver` and `database` are the kinds of storage and database. */
export function openTracing(settings: TraceSettings, kinds: { storage: string; database: string }): Tracing {
  const sender = openSpanSender(settings);
  return {
    telemetry: tracingTelemetry(sender.add, kinds, settings),
    stop: (deadlineMs) => sender.stop(deadlineMs),
  };
}

function tracingTelemetry(
  ended: (span: KeptSpan) => void,
  { storage, database }: { storage: string; database: string },
  settings: TraceSettings,
): Telemetry {
  const share = rootShare(settings);
  const keepsParent = keepsParentOf(settings);
  const isKept = () => world.chance() < share;

  /** Runs work as a span of its trace; without a span if there is no trace, or if the trace is not kept. */
  function within<Result>(
    name: string,
    kind: KindOfSpan,
    attributes: KeptSpan['attributes'],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const parent = currentTrace();
    return parent === null || !parent.isSampled
      ? work()
      : during(ended, new KeptSpan({ name, kind, parent, attributes }), work);
  }

  return {
    ...NO_TELEMETRY,
    keepsTrace: (parent) => parent !== null || isKept(),
    request(parent, work, done) {
      if (parent !== null && !keepsParent(parent)) return inTrace(placeBelow(parent, false), work);
      const span = new KeptSpan({ name: 'request', kind: 'SERVER', parent, attributes: {} });
      return during(ended, span, work, () => noteResponse(span, done));
    },
    isInTrace: () => currentTrace()?.isSampled === true,
    operation: (name, work) => within(name, 'INTERNAL', { 'fundgate.operation': name }, work),
    transactionOf: (work) => within('transaction', 'CLIENT', { 'db.system.name': database }, work),
    storage: (verb, work) => within(`storage ${verb}`, 'CLIENT', { 'fundgate.storage': storage }, work),
    attempt(parent, send) {
      if (parent === null && !isKept()) return send(null);
      if (parent !== null && !keepsParent(parent)) return sendBelow(placeBelow(parent, false));
      const span = new KeptSpan({ name: 'webhook attempt', kind: 'CLIENT', parent, attributes: {} });
      return during(
        ended,
        span,
        () => send(writeTraceParent(span.place)),
        ({ outcome, status }) => {
          span.attributes['fundgate.outcome'] = outcome;
          if (status !== null) span.attributes['http.response.status_code'] = status;
          if (outcome !== 'ok') span.hasFailed = true;
        },
      );

      function sendBelow(place: TraceParent) {
        return inTrace(place, () => send(writeTraceParent(place)));
      }
    },
    traceParent() {
      const place = currentTrace();
      return place === null ? null : writeTraceParent(place);
    },
  };
}

function noteResponse(span: KeptSpan, { method, template, status, code }: DoneRequest): void {
  span.name = `${method} ${template}`;
  const { attributes } = span;
  attributes['http.request.method'] = method;
  attributes['http.route'] = template;
  attributes['http.response.status_code'] = status;
  if (code !== null) attributes['error.type'] = code;
  if (status >= 500) span.hasFailed = true;
}

/** Runs work as a span; further spans can be inside it. */
async function during<Result>(
  ended: (span: KeptSpan) => void,
  span: KeptSpan,
  work: () => Promise<Result>,
  onResult: (result: Result) => void = () => {},
): Promise<Result> {
  try {
    const result = await inTrace(span.place, work);
    onResult(result);
    return result;
  } catch (error) {
    if (!(error instanceof OnlyChecked)) noteError(span, error);
    throw error;
  } finally {
    span.end();
    ended(span);
  }
}

/** Only the code of an error: its message may quote what a client sent. */
function noteError(span: KeptSpan, error: unknown): void {
  const { code } = masked(error);
  span.attributes['error.type'] = code;
  if (catalogue[code].status >= 500) span.hasFailed = true;
}
