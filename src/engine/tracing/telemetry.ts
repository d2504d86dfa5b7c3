import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import { currentTrace, inTrace, readTraceParent, type TraceParent } from '../../kernel/trace-context.ts';
import type { OutboundResult } from '../outbound/outbound.ts';

/** The limits of a client. A request that exceeds one gets `rate_limited`. */
export const LIMIT_REASONS = [
  'key',
  'partner',
  'address',
  'requests',
  'uploads',
  'downloads',
  'streams',
  'waits',
] as const;
type LimitReason = (typeof LIMIT_REASONS)[number];

/**
 * What a process refuses to protect itself: some kinds of work under load, and connections, streams and uploads beyond
 * its limits.
 */
export const SHED_CLASSES = ['list', 'read', 'upload', 'connection', 'stream'] as const;
type ShedClass = (typeof SHED_CLASSES)[number];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** The method as telemetry reports it; `_OTHER` if a client invented it. */
export const methodOf = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

/** The requests to the file storage. */
export const STORAGE_VERBS = ['put', 'get', 'size', 'remove', 'ping'] as const;
type StorageVerb = (typeof STORAGE_VERBS)[number];

/** A request that has its response. */
export interface DoneRequest {
  readonly method: string;
  /** The path template. */
  readonly template: string;
  readonly status: number;
  readonly durationMs: number;
  /** The part of the duration in which the request waited for its body. */
  readonly bodyWaitMs: number;
  /** The code of its first error. */
  readonly code: ErrorCode | null;
}

/**
 * Observes the work of a process, for metrics and traces. It never gets the id of a person, an owner or a key, or a
 * value of a request. Most methods run for every request and operation, so they allocate nothing: no function, object
 * or promise. Only methods for a part of a trace may allocate. They return the result of the work, or throw its error.
 */
export interface Telemetry {
  /** A request came. */
  requestBegan(): void;
  /** A request that began has its response. */
  requestDone(done: DoneRequest): void;
  /**
   * Whether a request is traced. Sampling may be random, so ask once for each request. If it is true, call `request`.
   * The parent is the span in the client's `traceparent`. The work fills in `done`.
   */
  keepsTrace(parent: TraceParent | null): boolean;
  request<Result>(
    parent: TraceParent | null,
    work: () => Promise<Result>,
    done: DoneRequest,
  ): Promise<Result>;
  /** The moment from which an operation is timed. */
  operationBegan(): number;
  operationDone(operation: string, began: number, isReplayed: boolean): void;
  operationFailed(operation: string, began: number, error: unknown): void;
  /** Whether the current work belongs to a sampled trace. If so, `operation` is called. */
  isInTrace(): boolean;
  operation<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  transactionOf<Result>(work: () => Promise<Result>): Promise<Result>;
  storage<Result>(verb: StorageVerb, work: () => Promise<Result>): Promise<Result>;
  /** A request to a receiver. `send` gets the `traceparent` for it. */
  attempt(
    parent: TraceParent | null,
    send: (traceparent: string | null) => Promise<OutboundResult>,
  ): Promise<OutboundResult>;
  /**
   * The `traceparent` of the current work, to store with the events. Null if there are no traces, or if this one is not
   * sampled.
   */
  traceParent(): string | null;
  limited(reason: LimitReason): void;
  shed(refused: ShedClass): void;
  uploadBegan(): void;
  uploadEnded(): void;
  /** A file was stored. */
  uploaded(bytes: number): void;
  /** Something failed that is not the fault of a client. */
  failed(error: unknown, chore: string | null): void;
}

/**
 * Ends a dry run after its checks: it is thrown instead of making the change. It counts neither as a result nor as an
 * error.
 */
export class OnlyChecked extends Error {
  override readonly name = 'OnlyChecked';
}

/** Observes nothing. */
export const NO_TELEMETRY: Telemetry = {
  requestBegan() {},
  requestDone() {},
  // The log names the trace of a client, even if the gateway adds no span to it.
  keepsTrace: (parent) => parent !== null,
  request: (parent, work) => (parent === null ? work() : inTrace(parent, work)),
  operationBegan: () => 0,
  operationDone() {},
  operationFailed() {},
  isInTrace: () => false,
  operation: (_name, work) => work(),
  transactionOf: (work) => work(),
  storage: (_verb, work) => work(),
  attempt: (_parent, send) => send(null),
  traceParent: () => null,
  limited() {},
  shed() {},
  uploadBegan() {},
  uploadEnded() {},
  uploaded() {},
  failed() {},
};

/** Wraps `respond`: a traced request runs inside its span, and its facts name the span. */
export const inTraces =
  <Facts extends DoneRequest & { trace: TraceParent | null }, Result>(
    telemetry: Telemetry,
    respond: (request: Request, facts: Facts) => Promise<Result>,
  ): typeof respond =>
  (request, facts) => {
    const parent = readTraceParent(request.headers.get('traceparent'));
    if (!telemetry.keepsTrace(parent)) return respond(request, facts);
    const respondInTrace = () => {
      facts.trace = currentTrace();
      return respond(request, facts);
    };
    return telemetry.request(parent, respondInTrace, facts);
  };
