import { setTimeout } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { catalogue, OperationError } from '../kernel/errors.ts';
import { currentTrace, inTrace, type TraceParent, writeTraceParent } from '../kernel/trace-context.ts';
import { version } from '../kernel/version.ts';
import { type AnsweredRequest, NO_TELEMETRY, OnlyChecked, type Telemetry } from '../pipeline/telemetry.ts';
import { KeptSpan, placeBelow } from './kept-span.ts';
import { keepsParentOf, rootShare, type SamplerName } from './sampler.ts';

export interface TraceSettings {
  /** The base of the address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Headers for the collector, such as one with its key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The part of all traces that is kept, for samplers by ratio. */
  readonly ratio: number;
}

export interface Tracing {
  readonly telemetry: Telemetry;
  /** Sends the spans that were not sent yet, and waits at most a few seconds for it. */
  stop(): Promise<void>;
}

/** The pause between two batches to the collector. */
const BATCH_MS = 2_000;
/** Spans that may wait for the collector; further ones are dropped. */
const QUEUE_MAX = 4_096;
/** The deadline of a batch. A batch that is not answered in time is dropped. */
const EXPORT_MS = 5_000;
/** The deadline for the last batch when the process ends. */
const LAST_EXPORT_MS = 2_000;

/** Traces of requests, sent to a collector. `driver` and `database` are the kinds of storage and database. */
export function openTracing(settings: TraceSettings, kinds: { storage: string; database: string }): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: EXPORT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: BATCH_MS,
    maxQueueSize: QUEUE_MAX,
    exportTimeoutMillis: EXPORT_MS,
  });
  const source = {
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version })),
    instrumentationScope: { name: 'fundgate', version },
  };
  const spans: Spans = {
    begin: (name, kind, parent, attributes = {}) => new KeptSpan(source, { name, kind, parent, attributes }),
    end(span) {
      span.end();
      processor.onEnd(span);
    },
  };
  return {
    telemetry: tracingTelemetry(spans, kinds, settings),
    async stop() {
      const sent = processor.shutdown().catch(() => {});
      await Promise.race([sent, setTimeout(LAST_EXPORT_MS, undefined, { ref: false })]);
    },
  };
}

/** Spans of traces that are kept. */
interface Spans {
  begin(
    name: string,
    kind: SpanKind,
    parent: TraceParent | null,
    attributes?: KeptSpan['attributes'],
  ): KeptSpan;
  end(span: KeptSpan): void;
}

function tracingTelemetry(
  spans: Spans,
  { storage, database }: { storage: string; database: string },
  settings: TraceSettings,
): Telemetry {
  const share = rootShare(settings);
  const keepsParent = keepsParentOf(settings);
  const isKept = () => Math.random() < share;

  /** Runs work as a span of its trace; without a span where there is no trace, or where the trace is not kept. */
  function within<Result>(
    name: string,
    kind: SpanKind,
    attributes: KeptSpan['attributes'],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const parent = currentTrace();
    return parent === null || !parent.isSampled
      ? work()
      : during(spans, spans.begin(name, kind, parent, attributes), work);
  }

  return {
    ...NO_TELEMETRY,
    keepsTrace: (parent) => parent !== null || isKept(),
    request(parent, work, answered) {
      if (parent !== null && !keepsParent(parent)) return inTrace(placeBelow(parent, false), work);
      const span = spans.begin('request', SpanKind.SERVER, parent);
      return during(spans, span, work, () => noteAnswer(span, answered));
    },
    isInTrace: () => currentTrace()?.isSampled === true,
    operation: (name, work) => within(name, SpanKind.INTERNAL, { 'fundgate.operation': name }, work),
    transactionOf: (work) => within('transaction', SpanKind.CLIENT, { 'db.system.name': database }, work),
    storage: (verb, work) =>
      within(`storage ${verb}`, SpanKind.CLIENT, { 'fundgate.storage': storage }, work),
    attempt(parent, send) {
      if (parent === null && !isKept()) return send(null);
      if (parent !== null && !keepsParent(parent)) return sendBelow(placeBelow(parent, false));
      const span = spans.begin('webhook attempt', SpanKind.CLIENT, parent);
      return during(
        spans,
        span,
        () => send(writeTraceParent(span.place)),
        ({ outcome, status }) => {
          span.attributes['fundgate.outcome'] = outcome;
          if (status !== null) span.attributes['http.response.status_code'] = status;
          if (outcome !== 'ok') span.fail();
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

function noteAnswer(span: KeptSpan, { method, template, status, code }: AnsweredRequest): void {
  span.name = `${method} ${template}`;
  const { attributes } = span;
  attributes['http.request.method'] = method;
  attributes['http.route'] = template;
  attributes['http.response.status_code'] = status;
  if (code !== null) attributes['error.type'] = code;
  if (status >= 500) span.fail();
}

/** Runs work as a span, in which further ones can stand. */
async function during<Result>(
  spans: Spans,
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
    spans.end(span);
  }
}

/** Only the code of an error: its message may quote what a client sent. */
function noteError(span: KeptSpan, error: unknown): void {
  const code = error instanceof OperationError ? error.code : 'internal_error';
  span.attributes['error.type'] = code;
  if (catalogue[code].status >= 500) span.fail();
}
