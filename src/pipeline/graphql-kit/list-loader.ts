import type { z } from 'zod';
import type { Ids, Query } from '../operation.ts';
import { defineLoader } from './loader.ts';
import type { RequestContext } from './request-context.ts';
import { runQuery } from './run-operation.ts';

/**
 * Loads the values of all items of a list by one query operation, which returns them by id: `loaderOf(listServicing,
 * 'funding_ids')`. `idsName` is the member of its input that has the ids; `input` are the other members.
 */
export function loaderOf<Schema extends z.ZodType, Subject, Found>(
  operation: Query<Ids, Schema, Subject, ReadonlyMap<string, Found>>,
  idsName: string,
  input?: object,
): (context: RequestContext, id: string) => Promise<Exclude<Found, Error> | null>;
export function loaderOf(
  operation: Query<Ids, z.ZodType, unknown, ReadonlyMap<string, unknown>>,
  idsName: string,
  input: object = {},
): (context: RequestContext, id: string) => Promise<unknown> {
  return defineLoader<unknown>((context, ids) =>
    runQuery(context, operation, { ids: {}, input: { ...input, [idsName]: ids } }),
  );
}
