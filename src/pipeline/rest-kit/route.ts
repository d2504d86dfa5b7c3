import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import type { NounTag } from '../../kernel/nouns.ts';
import type { Ids } from '../operation.ts';
import type { Gateway } from '../gateway.ts';
import type { Workload } from '../limits/load.ts';
import type { Reply } from './reply.ts';

/** One request for a route. */
export interface RouteCall {
  readonly gateway: Gateway;
  readonly request: Request;
  readonly requestId: string;
  /** Parameters of the path template, percent-decoded. */
  readonly params: Ids;
  /** Path and query exactly as received. */
  readonly pathAndQuery: string;
  /** Logs an error after the response has begun, when it is too late to tell the client. */
  readonly noteFailure: (error: unknown) => void;
}

interface KeyedCall extends RouteCall {
  readonly caller: Caller;
}

/** A row of the REST API: its method and path, its handler, and its description for OpenAPI. */
export type Route = RouteRow &
  (
    | { readonly access: 'key'; readonly handle: (call: KeyedCall) => Promise<Reply> }
    /** No API key is needed, because a signed URL carries its own permission. */
    | { readonly access: 'anyone'; readonly handle: (call: RouteCall) => Promise<Reply> }
  );

export interface RouteRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path template, with parameters such as `{customer_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: NounTag | 'Meta' | 'Health';
  /** A paragraph of its description in OpenAPI that only a sandbox has. */
  readonly sandboxNote?: string;
  /** For a deprecated spelling that integrations still use: the path template that replaces it. */
  readonly successor?: string;
  readonly describe: RouteDescription;
  /** Whether the row is a list. An overloaded gateway refuses lists first. */
  readonly isList?: true;
  /** The name of the operation in the log; by default the `operationId`. */
  readonly logsAs?: string;
}

interface RouteDescription {
  readonly operationId: string;
  readonly query?: z.ZodObject;
  readonly body?: {
    readonly mediaType: 'application/json' | 'multipart/form-data';
    readonly schema: z.ZodType;
    readonly isOptional?: boolean;
  };
  readonly response: z.ZodType | 'bytes';
  /** A written example, for a row whose example cannot be recorded because no partner's operation runs. */
  readonly example?: {
    /** Path and query. */
    readonly path: string;
    readonly answer: unknown;
  };
  /** Error codes in addition to the codes of every route. */
  readonly errors: readonly ErrorCode[];
}

/** The kind of work that an overloaded gateway may refuse; null if it never refuses the row for overload. */
export function workloadOf({ method, tag, isList, describe: { body } }: RouteRow): Workload | null {
  if (tag === 'Health') return null;
  if (body?.mediaType === 'multipart/form-data') return 'upload';
  if (method !== 'GET') return null;
  return isList === true ? 'list' : 'read';
}

/**
 * Whether a row is done once for an `Idempotency-Key`. Every change is, except an upload, because an upload replaces.
 */
export const isKeyed = ({ method, describe }: Pick<RouteRow, 'method' | 'describe'>): boolean =>
  method !== 'GET' && describe.body?.mediaType !== 'multipart/form-data';

/** The same row under a deprecated spelling. */
export function deprecated(
  route: Route,
  spelling: { readonly method: Route['method']; readonly path: string },
): Route {
  const describe = {
    ...route.describe,
    operationId: `${route.describe.operationId}_${spelling.method}_deprecated`,
  };
  return { ...route, ...spelling, describe, logsAs: route.describe.operationId, successor: route.path };
}
