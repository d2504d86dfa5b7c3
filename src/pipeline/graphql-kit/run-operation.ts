import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { OperationError } from '../../kernel/errors.ts';
import { execute } from '../execute.ts';
import type { Command, Ids, Query } from '../operation.ts';
import { OnlyChecked } from '../../engine/tracing/telemetry.ts';
import { type RawArguments, runs, type UnfitCall } from './field-facts.ts';
import { forgetLoaded } from './loader.ts';
import { toOperationNames } from './naming.ts';
import type { RequestContext } from './request-context.ts';
import type { Requirement } from './requirement.ts';

interface Arguments<RunIds extends Ids> {
  readonly ids: RunIds;
  readonly input?: unknown;
}

/** Requests that have changed something. Their later reads do not use a replica, because they must see the change. */
const changed = new WeakSet<RequestContext>();

/**
 * Runs a query operation for a resolver. The view is shown field by field, so a field that discloses personal data must
 * call `recordDisclosure`.
 */
export async function runQuery<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
): Promise<View> {
  const { gateway, caller, requestId } = requireDeclared(context, operation);
  const ofChange = changed.has(context);
  const call = { caller, requestId, ids, input, inParts: true, ofChange };
  return (await execute(gateway, operation, call)).view;
}

/** Records that a field discloses personal data, if an operator selected it. */
export async function recordDisclosure<Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<Ids, Schema, Subject, View>,
  input: unknown,
): Promise<void> {
  // A partner may see what it has just sent; then the field runs no operation.
  if (context.caller.role !== 'operator') return;
  const { gateway, caller, requestId } = requireDeclared(context, operation);
  await execute(gateway, operation, { caller, requestId, ids: {}, input });
}

/** Like `runQuery`, but null if the resource does not exist. */
export function queryOrNull<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Query<RunIds, Schema, Subject, View>,
  ids: RunIds,
): Promise<View | null> {
  return runQuery(context, operation, { ids }).catch(nullForMissing);
}

/** The result of `find`; null if it throws `resource_missing`. */
export function nullIfMissing<View>(find: () => Promise<View>): Promise<View | null> {
  return find().catch(nullForMissing);
}

function nullForMissing(error: unknown): null {
  if (error instanceof OperationError && error.code === 'resource_missing') return null;
  throw error;
}

/**
 * The options of a root field that runs a command: `t.field({ type, args, ...commandField(createCustomer, (args) => ({
 * ids: {}, input: ... })) })`. `callOf` may get arguments that do not fit the schema. The field is nullable, so that
 * one field shows its result even if another field fails. Its input may have the names of GraphQL. `supplies` are the
 * fields of its record that show what the caller itself sent.
 */
export function commandField<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  operation: Command<RunIds, Schema, Subject, View>,
  callOf: (args: RawArguments) => Arguments<RunIds>,
  supplies: readonly string[] = [],
) {
  const schema = typeof operation.input === 'function' ? operation.form : operation.input;
  const namedCall = (args: RawArguments) => {
    const { ids, input = {} } = callOf(args);
    return { ids, input: schema === undefined ? input : toOperationNames(schema, input) };
  };
  return {
    nullable: true,
    extensions: {
      ...runs(operation),
      supplies,
      refusalOf: ({ context, args, responseName }: UnfitCall) =>
        refusalOf(context, operation, namedCall(args), responseName),
    },
    resolve: (_root: unknown, args: RawArguments, context: RequestContext, info: GraphQLResolveInfo) =>
      runCommand(context, operation, namedCall(args), info),
  } as const;
}

/**
 * An argument of type ID. Throws if it is not a string. The executor calls `callOf` only if every ID argument is a
 * string.
 */
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
  const { gateway, caller, requestId } = requireDeclared(context, operation);
  const idempotencyKey = keyOf(context, String(info.path.key));
  const call = { caller, requestId, ids, input, idempotencyKey };
  const { view, replayed, pending } = await execute(gateway, operation, call);
  context.onCommand?.({ replayed, pending });
  forgetLoaded(context);
  changed.add(context);
  return view;
}

/** Runs all checks of a command, but not its change. Returns the error that they throw. */
async function refusalOf<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: RequestContext,
  operation: Command<RunIds, Schema, Subject, View>,
  { ids, input = {} }: Arguments<RunIds>,
  responseName: string,
): Promise<OperationError | null> {
  const { gateway, caller, requestId } = requireDeclared(context, operation);
  const accepted = new OnlyChecked();
  const halted = { ...operation, run: () => Promise.reject(accepted) };
  try {
    const idempotencyKey = keyOf(context, responseName);
    await execute(gateway, halted, { caller, requestId, ids, input, idempotencyKey });
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error;
    if (error === accepted) return null;
    throw error;
  }
}

/**
 * The idempotency key of a root field: the key of the request, a space, and the response name. A key from REST cannot
 * contain a space, so the two never collide.
 */
function keyOf({ idempotencyKey }: RequestContext, responseName: string): string | null {
  return idempotencyKey === null ? null : `${idempotencyKey} ${responseName}`;
}

/**
 * Checks that a selected field has declared the operation, so that its permission was checked before the document ran.
 * Otherwise it throws, because the definition of the field is wrong.
 */
function requireDeclared(context: RequestContext, operation: Requirement): RequestContext {
  if (context.requirements.has(operation)) return context;
  throw new Error(`No field of the document says that it runs ${operation.name}.`);
}
