import type { z } from 'zod';
import type { Caller } from '../kernel/caller.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { NounTag } from '../kernel/nouns.ts';
import type { Ids } from '../pipeline/operation.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import type { Reply } from './reply.ts';

/** One request for a route. */
export interface RouteCall {
  readonly gateway: Gateway;
  readonly request: Request;
  readonly requestId: string;
  /** Of the path template, percent-decoded. */
  readonly params: Ids;
  /** Path and query exactly as received. */
  readonly pathAndQuery: string;
  /** Logs an error that comes up once the answer has begun, and that nobody else would hear of. */
  readonly noteFailure: (error: unknown) => void;
}

export interface KeyedCall extends RouteCall {
  readonly caller: Caller;
}

/** A row of the REST face: how it is reached, what answers, and what OpenAPI says of it. */
export type Route = RouteRow &
  (
    | { readonly access: 'key'; readonly answer: (call: KeyedCall) => Promise<Reply> }
    /** The URL itself is all the permission it takes. */
    | { readonly access: 'anyone'; readonly answer: (call: RouteCall) => Promise<Reply> }
  );

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With parameters as `{customer_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: NounTag | 'Meta' | 'Health';
  /** A spelling that integrations in the field still use: the path template of its successor. */
  readonly successor?: string;
  readonly describe: RouteDescription;
}

export interface RouteDescription {
  readonly operationId: string;
  readonly query?: z.ZodObject;
  readonly body?: {
    readonly mediaType: 'application/json' | 'multipart/form-data';
    readonly schema: z.ZodType;
  };
  readonly answer: z.ZodType | 'bytes';
  /** Beside those that every route can answer with. */
  readonly errors: readonly ErrorCode[];
}

/** The same row under an old spelling. */
export function deprecated(
  route: Route,
  spelling: { readonly method: Route['method']; readonly path: string },
): Route {
  const describe = {
    ...route.describe,
    operationId: `${route.describe.operationId}_${spelling.method}_deprecated`,
  };
  return { ...route, ...spelling, describe, successor: route.path };
}
