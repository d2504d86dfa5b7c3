import { setTimeout } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { catalogue, OperationError } from '../kernel/errors.ts';
import { currentTrace, inTrace, type TraceParent, writeTraceParent } from '../kernel/trace-context.ts';
import { version } from '../kernel/version.ts';
import { type AnsweredRequest, NO_TELEMETRY, OnlyChecked, type Telemetry } from '../pipeline/telemetry.ts';
import { decidedSampler, KEPT_ROOT, rootShare, samplerOf, type SamplerName } from './sampler.ts';

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
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version })),
    sampler: decidedSampler(samplerOf(settings)),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_MS,
        maxQueueSize: QUEUE_MAX,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  return {
    telemetry: tracingTelemetry(provider.getTracer('fundgate', version), kinds, rootShare(settings)),
    async stop() {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, setTimeout(LAST_EXPORT_MS, undefined, { ref: false })]);
    },
  };
}

type Attributes = Readonly<Record<string, string | number>>;

interface Beginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: TraceParent | null;
  readonly attributes?: Attributes;
}

function tracingTelemetry(
  tracer: Tracer,
  { storage, database }: { storage: string; database: string },
  share: number,
): Telemetry {
  const begin = ({ name, kind, parent, attributes = {} }: Beginning): Span =>
    tracer.startSpan(name, { kind, attributes }, parent === null ? KEPT_ROOT : contextOf(parent));

  /** Runs work as a span of its trace; without a span where there is no trace, or where the trace is not kept. */
  function within<Result>(
    beginning: Omit<Beginning, 'parent'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const parent = currentTrace();
    return parent === null || !parent.isSampled ? work() : during(begin({ ...beginning, parent }), work);
  }

  const isKept = () => Math.random() < share;
  return {
    ...NO_TELEMETRY,
    keepsTrace: (parent) => parent !== null || isKept(),
    request({ method, parent }, work, answered) {
      const span = begin({ name: 'request', kind: SpanKind.SERVER, parent });
      return during(span, work, (result) => {
        if (span.isRecording()) noteAnswer(span, method, answered(result));
      });
    },
    isInTrace: () => currentTrace()?.isSampled === true,
    operation: (name, work) =>
      within({ name, kind: SpanKind.INTERNAL, attributes: { 'fundgate.operation': name } }, work),
    transactionOf: (work) =>
      within(
        { name: 'transaction', kind: SpanKind.CLIENT, attributes: { 'db.system.name': database } },
        work,
      ),
    storage: (verb, work) =>
      within(
        { name: `storage ${verb}`, kind: SpanKind.CLIENT, attributes: { 'fundgate.storage': storage } },
        work,
      ),
    attempt(parent, send) {
      if (parent === null && !isKept()) return send(null);
      const span = begin({ name: 'webhook attempt', kind: SpanKind.CLIENT, parent });
      return during(
        span,
        () => send(writeTraceParent(placeOf(span))),
        ({ outcome, status }) => {
          span.setAttribute('fundgate.outcome', outcome);
          if (status !== null) span.setAttribute('http.response.status_code', status);
          if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR });
        },
      );
    },
    traceParent() {
      const place = currentTrace();
      return place === null ? null : writeTraceParent(place);
    },
  };
}

function noteAnswer(span: Span, method: string, { route, status, code }: AnsweredRequest): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (code !== null) span.setAttribute('error.type', code);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work as a span, in which further ones can stand. */
async function during<Result>(
  span: Span,
  work: () => Promise<Result>,
  onResult: (result: Result) => void = () => {},
): Promise<Result> {
  try {
    const result = await inTrace(placeOf(span), work);
    onResult(result);
    return result;
  } catch (error) {
    if (!(error instanceof OnlyChecked)) noteError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Only the code of an error: its message may quote what a client sent. */
function noteError(span: Span, error: unknown): void {
  const code = error instanceof OperationError ? error.code : 'internal_error';
  span.setAttribute('error.type', code);
  if (catalogue[code].status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function placeOf(span: Span): TraceParent {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function contextOf(parent: TraceParent) {
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
