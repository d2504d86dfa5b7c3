import type { ErrorCode } from '../../kernel/errors.ts';
import { currentTrace, inTrace, readTraceParent, type TraceParent } from '../../kernel/trace-context.ts';
import type { OutboundResult } from '../outbound/outbound.ts';

/** The limits of a client that a request can exceed; each answers `rate_limited`. */
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
 * What a process refuses to protect itself: three kinds of work under load, and connections and uploads beyond its
 * limits.
 */
export const SHED_CLASSES = ['list', 'read', 'upload', 'connection', 'stream'] as const;
type ShedClass = (typeof SHED_CLASSES)[number];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** The method as telemetry reports it; one that a client invented is `_OTHER`. */
export const methodOf = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

/** The requests to the file storage. */
export const STORAGE_VERBS = ['put', 'get', 'size', 'remove', 'ping'] as const;
type StorageVerb = (typeof STORAGE_VERBS)[number];

/** A request that has its answer. */
export interface DoneRequest {
  readonly method: string;
  /** The path template. */
  readonly template: string;
  readonly status: number;
  readonly durationMs: number;
  /** The part of the duration in which it waited for the client to send the body. */
  readonly bodyWaitMs: number;
  /** The code of its first error. */
  readonly code: ErrorCode | null;
}

/**
 * Observes the work of a process, for metrics and traces. It never gets the id of a person, of an owner or of a key, nor a
 * value of a request. The methods that every request and operation calls allocate nothing: no function, no object and
 * no promise. Those for a part of a trace do; they return the result of the work, or throw its error.
 */
export interface Telemetry {
  /** A request came. */
  requestBegan(): void;
  /** A request that began has its answer. */
  requestDone(done: DoneRequest): void;
  /**
   * Whether a request is traced. Sampling may be random, so call it once for each request, and `request` if it is
   * true. The parent is the span that the client names in `traceparent`; the work fills in `done`.
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
  /** Whether the present work belongs to a sampled trace; then `operation` is called. */
  isInTrace(): boolean;
  operation<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  transactionOf<Result>(work: () => Promise<Result>): Promise<Result>;
  storage<Result>(verb: StorageVerb, work: () => Promise<Result>): Promise<Result>;
  /** A request to a receiver, which gets the `traceparent` that `send` is given. */
  attempt(
    parent: TraceParent | null,
    send: (traceparent: string | null) => Promise<OutboundResult>,
  ): Promise<OutboundResult>;
  /**
   * The `traceparent` of the present work, which is stored with its events; null without traces, and in a trace that is
   * not sampled.
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

/** Thrown in place of a change by a dry run, which wants only the checks; it is neither a result nor an error. */
export class OnlyChecked extends Error {
  override readonly name = 'OnlyChecked';
}

/** Observes nothing. */
export const NO_TELEMETRY: Telemetry = {
  requestBegan() {},
  requestDone() {},
  // The log names the trace of a client even if the gateway adds no span to it.
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

/**
 * Wraps `respond` so that a request that is traced runs inside its span, which the facts of the request then name.
 */
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
