import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { OperationError } from '../kernel/errors.ts';
import { execute } from '../pipeline/execute.ts';
import type { Command, Ids, Query } from '../pipeline/operation.ts';
import { forgetLoaded } from './loader.ts';
import type { RequestContext } from './request-context.ts';

interface Arguments<RunIds extends Ids> {
  readonly ids: RunIds;
  readonly input?: unknown;
}

/** Requests that have changed something: what they ask from then on is the answer of the change. */
const changed = new WeakSet<RequestContext>();

/** Runs a query operation for a resolver. Fields are asked for one by one, so each tells of itself what it discloses. */
export async function ask<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
): Promise<View> {
  const { gateway, caller, requestId } = context;
  const about = { inParts: true, ofChange: changed.has(context) };
  const { view } = await execute(gateway, operation, { caller, requestId, ids, input, ...about });
  return view;
}

/** Tells that a field is about to show what is an event of its own, when an operator asked for it. */
export async function tell<Schema extends z.ZodType, Subject, View>(
  { gateway, caller, requestId }: RequestContext,
  operation: Query<Ids, Schema, Subject, View>,
  input: unknown,
): Promise<void> {
  if (caller.role !== 'operator') return;
  await execute(gateway, operation, { caller, requestId, ids: {}, input });
}

/** The same for a field that is null where there is nothing to be found. */
export async function askFor<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  ids: RunIds,
): Promise<View | null> {
  return orNull(() => ask(context, operation, { ids }));
}

/** The same for a field that asks more than once. */
export async function orNull<View>(find: () => Promise<View>): Promise<View | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof OperationError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/**
 * Runs a command for a root field of a mutation. The idempotency key of the request and the response name of the field
 * make the key of the command; no key that REST takes has a space in it.
 */
export async function carryOut<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Command<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
  info: GraphQLResolveInfo,
): Promise<View> {
  const { gateway, caller, requestId, idempotencyKey } = context;
  const key = idempotencyKey === null ? null : `${idempotencyKey} ${info.path.key}`;
  const { view } = await execute(gateway, operation, { caller, requestId, ids, input, idempotencyKey: key });
  forgetLoaded(context);
  changed.add(context);
  return view;
}
