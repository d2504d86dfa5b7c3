import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TraceParent } from '../../kernel/trace-context.ts';
import { version } from '../../kernel/version.ts';
import type { KeptSpan } from './kept-span.ts';
import { world } from '../../kernel/world.ts';

const BATCHES = {
  scheduledDelayMillis: 2_000,
  /** A small batch, because serialising it holds the event loop: a few milliseconds for each thousand spans. */
  maxExportBatchSize: 128,
  /** The most spans that wait for the collector; further spans are dropped. */
  maxQueueSize: 2_048,
} as const;
/** The deadline of a batch. */
const EXPORT_MS = 5_000;
/** The deadline for the last batches when the process ends. */
const LAST_EXPORT_MS = 2_000;

interface SpanSenderSettings {
  /** The base of the address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string;
  /** Headers for the collector, for example its key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

interface SpanSender {
  add(span: KeptSpan): void;
  /** Sends the remaining spans, and waits at most `deadlineMs`. */
  stop(deadlineMs?: number): Promise<void>;
}

/** Sends spans to a collector with the batch processor of OpenTelemetry. Spans that cannot be sent are dropped. */
export function openSpanSender({ endpoint, headers, serviceName }: SpanSenderSettings): SpanSender {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_MS });
  const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS, ...BATCHES });
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }));
  const everyone = { resource, instrumentationScope: { name: 'fundgate', version } };
  return {
    add: (span) => processor.onEnd({ ...everyone, ...readable(span) }),
    async stop(deadlineMs = LAST_EXPORT_MS) {
      const sent = processor.shutdown().catch(() => {});
      await Promise.race([sent, world.pause(deadlineMs, { ref: false })]);
    },
  };
}

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / MS_PER_SECOND);
  return [seconds, Math.round((ms - seconds * MS_PER_SECOND) * NS_PER_MS)];
}

const contextOf = ({ traceId, spanId, isSampled }: TraceParent, isRemote: boolean) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote,
});

/** A span in the form of the exporter. */
const readable = ({ name, kind, attributes, parent, place, startedAtMs, tookMs, hasFailed }: KeptSpan) =>
  ({
    name,
    kind: SpanKind[kind],
    attributes,
    spanContext: () => contextOf(place, false),
    ...(parent !== null && { parentSpanContext: contextOf(parent, true) }),
    startTime: hrTime(startedAtMs),
    endTime: hrTime(startedAtMs + tookMs),
    duration: hrTime(tookMs),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    ended: true,
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }) satisfies Omit<ReadableSpan, 'resource' | 'instrumentationScope'>;
