import { type ExecutionResult, GraphQLError } from 'graphql';
import { writeJson } from '../../../engine/json/text.ts';
import { catalogue, type ErrorCode } from '../../../kernel/error-catalogue.ts';
import type { OperationError } from '../../../kernel/errors.ts';
import type { ResponseTo } from '../../../engine/http/response-headers.ts';
import { refuseLargeResult } from '../plan/result-budget.ts';
import { RESULT_BYTES_MAX } from '../limits/limits.ts';
import { acceptedMediaType, type MediaType } from './media-type.ts';
import { faultOf, presentError } from '../errors/present-error.ts';
import { QueryRefusal } from '../document/refusals.ts';

/** Logs an error that is the gateway's fault. */
export type Log = (error: unknown, requestId: string) => void;

export interface Reply {
  readonly body: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The code of the first error; null if there is none. */
  readonly code: ErrorCode | null;
}

interface Form {
  readonly mediaType: MediaType;
  /** Whether a refused query has the status 200, as clients of `application/json` expect. */
  readonly isForgiving?: boolean;
}

/** The response for the result of a query, by the rules of GraphQL over HTTP. */
export function reply(
  result: ExecutionResult,
  { mediaType, isForgiving = mediaType === 'application/json' }: Form,
  requestId: string,
  log: Log,
): Reply {
  const errors = result.errors ?? [];
  if (errors.length === 0) {
    const text = writeJson({ data: result.data, ...extensionsOf(result) });
    // Checks the size once more, because results of introspection were not measured while they were made.
    return text.length > RESULT_BYTES_MAX
      ? reply({ errors: [tooLarge()] }, { mediaType, isForgiving }, requestId, log)
      : replyText(text, 200, mediaType);
  }

  const faults = errors.map(faultOf);
  faults.forEach((fault) => note(fault, requestId, log));
  const shown = errors.map((error) => presentError(error, requestId));
  const body = { errors: shown, data: result.data, ...extensionsOf(result) };
  // `Retry-After` also helps a client that got only a part of the data.
  const headers = result.data === undefined ? headersOf(faults) : retryAfterOf(faults);
  const code = faults[0]?.code ?? null;
  return { ...replyText(writeJson(body), statusOf(result, faults, isForgiving), mediaType, headers), code };
}

const extensionsOf = ({ extensions }: ExecutionResult) => (extensions === undefined ? {} : { extensions });

/** A result of a stream; it has no status. */
export function resultText(result: ExecutionResult, requestId: string, log: Log): string {
  const errors = result.errors ?? [];
  errors.map(faultOf).forEach((fault) => note(fault, requestId, log));
  const shown = errors.map((error) => presentError(error, requestId));
  return writeJson({ ...(shown.length > 0 && { errors: shown }), data: result.data });
}

function tooLarge(): GraphQLError {
  const originalError = refuseLargeResult();
  return new GraphQLError(originalError.message, { originalError });
}

function replyText(
  body: string,
  status: number,
  mediaType: MediaType,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const length = String(Buffer.byteLength(body));
  return {
    body,
    status,
    headers: { ...headers, 'Content-Type': `${mediaType}; charset=utf-8`, 'Content-Length': length },
    code: null,
  };
}

/** The response to a request that is refused before the server runs, for example for a bad API key or a rate limit. */
export function replyWithRefusal(
  request: Request,
  refused: OperationError,
  { requestId, facts }: Pick<ResponseTo, 'requestId' | 'facts'>,
  log: Log,
): Response {
  facts.code = refused.code;
  const mediaType = acceptedMediaType(request) ?? 'application/json';
  const { body, status, headers } = replyRefusal(refused, mediaType, requestId, log);
  return new Response(body, { status, headers });
}

/** The body of a response with one error and nothing else. */
export function replyRefusal(
  refused: OperationError,
  mediaType: MediaType,
  requestId: string,
  log: Log,
): Reply {
  note(refused, requestId, log);
  const { status } = catalogue[refused.code];
  const body = JSON.stringify({ errors: [presentError(refused, requestId)] });
  return { ...replyText(body, status, mediaType, headersOf([refused])), code: refused.code };
}

function note(fault: OperationError, requestId: string, log: Log): void {
  if (fault.isFailure) log(fault.cause ?? fault, requestId);
}

function statusOf(
  { data }: ExecutionResult,
  faults: readonly OperationError[],
  isForgiving: boolean,
): number {
  const isRefused = faults.every((fault) => fault instanceof QueryRefusal);
  if (data !== undefined || (isForgiving && isRefused)) return 200;
  return Math.max(...faults.map(({ code }) => catalogue[code].status));
}

function headersOf(faults: readonly OperationError[]): Record<string, string> {
  return Object.assign({}, ...faults.map(({ headers }) => headers), retryAfterOf(faults));
}

function retryAfterOf(faults: readonly OperationError[]): Record<string, string> {
  const waits = faults.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return waits.length > 0 ? { 'Retry-After': String(Math.max(...waits)) } : {};
}
