import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { OperationError } from '../kernel/errors.ts';
import { execute } from '../pipeline/execute.ts';
import type { Command, Ids, Query } from '../pipeline/operation.ts';
import { type RawArguments, runs, type UnfitCall } from './field-facts.ts';
import { forgetLoaded } from './loader.ts';
import type { RequestContext } from './request-context.ts';
import type { Requirement } from './requirement.ts';

interface Arguments<RunIds extends Ids> {
  readonly ids: RunIds;
  readonly input?: unknown;
}

/** Requests that have changed something: what they ask from then on is the answer of the change. */
const changed = new WeakSet<RequestContext>();

/** Runs a query operation for a resolver. Fields are asked for one by one, so each tells of itself what it discloses. */
export async function runQuery<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
): Promise<View> {
  const { gateway, caller, requestId } = declared(context, operation);
  const about = { inParts: true, ofChange: changed.has(context) };
  const { view } = await execute(gateway, operation, { caller, requestId, ids, input, ...about });
  return view;
}

/** Tells that a field is about to show what is an event of its own, when an operator asked for it. */
export async function recordDisclosure<Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<Ids, Schema, Subject, View>,
  input: unknown,
): Promise<void> {
  // A partner may be shown what it has just sent, and then the field runs nothing.
  if (context.caller.role !== 'operator') return;
  const { gateway, caller, requestId } = declared(context, operation);
  await execute(gateway, operation, { caller, requestId, ids: {}, input });
}

/** The same for a field that is null where there is nothing to be found. */
export async function queryOrNull<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  ids: RunIds,
): Promise<View | null> {
  return nullIfMissing(() => runQuery(context, operation, { ids }));
}

/** The same for a field that asks more than once. */
export async function nullIfMissing<View>(find: () => Promise<View>): Promise<View | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof OperationError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/**
 * The options of a root field that is a command: `t.field({ type, args, ...carriesOut(createCustomer, (args) => ({ ids: {},
 * input: ... })) })`. `callOf` sees arguments that do not fit the schema too. The field is nullable: what one field changed
 * is shown beside another one that failed. `supplies` are the fields of its record that show what the caller itself sent.
 */
export function carriesOut<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  operation: Command<RunIds, Schema, Subject, View>,
  callOf: (args: RawArguments) => Arguments<RunIds>,
  supplies: readonly string[] = [],
) {
  return {
    nullable: true,
    extensions: {
      ...runs(operation),
      supplies,
      refusalOf: ({ context, args, responseName }: UnfitCall) =>
        refusalOf(context, operation, callOf(args), responseName),
    },
    resolve: (_root: unknown, args: RawArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      runCommand(context, operation, callOf(args), info),
  } as const;
}

/** An argument of the type ID; `callOf` is not asked where one does not fit. */
export function idArgument(args: RawArguments, name: string): string {
  const id = args[name];
  if (typeof id !== 'string') throw new Error(`The argument ${name} is not an id.`);
  return id;
}

/** Runs a command for a root field of a mutation. */
export async function runCommand<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Command<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
  info: GraphQLResolveInfo,
): Promise<View> {
  const { gateway, caller, requestId } = declared(context, operation);
  const idempotencyKey = keyOf(context, String(info.path.key));
  const { view } = await execute(gateway, operation, { caller, requestId, ids, input, idempotencyKey });
  forgetLoaded(context);
  changed.add(context);
  return view;
}

/** Runs a command up to the moment at which it would change something, and no further. */
async function refusalOf<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Command<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
  responseName: string,
): Promise<OperationError | null> {
  const { gateway, caller, requestId } = declared(context, operation);
  const taken = new Error('The operation would take the input.');
  const halted = { ...operation, run: () => Promise.reject(taken) };
  try {
    const idempotencyKey = keyOf(context, responseName);
    await execute(gateway, halted, { caller, requestId, ids, input, idempotencyKey });
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error;
    if (error === taken) return null;
    throw error;
  }
}

/** The idempotency key of a root field: that of the request and the response name. No key that REST takes has a space in it. */
function keyOf({ idempotencyKey }: RequestContext, responseName: string): string | null {
  return idempotencyKey === null ? null : `${idempotencyKey} ${responseName}`;
}

/**
 * Lets an operation run that a selected field has named, so that the permission for it was checked before anything ran. A
 * field that runs another one is a mistake in its definition.
 */
function declared(context: RequestContext, operation: Requirement): RequestContext {
  if (context.requirements.has(operation)) return context;
  throw new Error(`No field of the document says that it runs ${operation.name}.`);
}
