import { parentPort, workerData } from 'node:worker_threads';
import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';

/*
 * A thread that sends spans to a collector. Making the bytes of a batch takes milliseconds, as its code is hardly ever warm;
 * here no request waits for it. It is JavaScript, so that it starts from the sources and beside the bundle alike.
 */

/** @typedef {import('../../kernel/trace-context.ts').TraceParent} TraceParent */
/** @typedef {Omit<import('./kept-span.ts').KeptSpan, 'end'>} SentSpan A span as it arrives here. */

/**
 * @typedef {object} SenderSettings
 * @property {string} url
 * @property {Readonly<Record<string, string>>} headers
 * @property {string} serviceName
 * @property {string} version
 * @property {number} batchMs The pause between two batches.
 * @property {number} waitingMax Spans that may wait for the collector; further ones are dropped.
 * @property {number} deadlineMs A batch that is not answered in time is dropped.
 */

/** @type {SenderSettings} */
const { url, headers, serviceName, version, batchMs, waitingMax, deadlineMs } = workerData;
const processor = new BatchSpanProcessor({
  exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: deadlineMs }),
  scheduledDelayMillis: batchMs,
  maxQueueSize: waitingMax,
  exportTimeoutMillis: deadlineMs,
});
const resource = defaultResource()
  .merge(detectResources({ detectors: [envDetector] }))
  .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }));
const instrumentationScope = { name: 'fundgate', version };

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

/**
 * @param {number} ms
 * @returns {[number, number]}
 */
function hrTime(ms) {
  const seconds = Math.floor(ms / MS_PER_SECOND);
  return [seconds, Math.round((ms - seconds * MS_PER_SECOND) * NS_PER_MS)];
}

/**
 * @param {TraceParent} place
 * @param {boolean} isRemote
 */
const contextOf = ({ traceId, spanId, isSampled }, isRemote) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote,
});

/**
 * A span as the exporter reads it.
 *
 * @param {SentSpan} span
 * @returns {import('@opentelemetry/sdk-trace').ReadableSpan}
 */
const readable = ({ name, kind, attributes, parent, place, startedAtMs, tookMs, hasFailed }) => ({
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
  resource,
  instrumentationScope,
  links: [],
  events: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
});

parentPort?.on('message', async (/** @type {readonly SentSpan[] | null} */ spans) => {
  if (spans === null) {
    await processor.shutdown().catch(() => {});
    return process.exit();
  }
  for (const span of spans) processor.onEnd(readable(span));
  parentPort?.postMessage('taken');
});
