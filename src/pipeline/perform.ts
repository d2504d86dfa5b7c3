import type { z } from 'zod';
import type { Call } from './context.ts';
import { type Definition, type Ids, type QueryContext, schemaOfInput } from './operation.ts';
import type { PendingApproval } from './matter.ts';
import { type IgnoredInput, validateInput } from './validate-input.ts';

export interface Outcome<View> extends IgnoredInput {
  readonly view: View;
  /** Whether this is the kept response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** If the change waits for a second person: what waits. Then the view is the one before the change. */
  readonly pending: PendingApproval | null;
}

/** A call with its valid input. */
export interface Checked<RunIds extends Ids, Input, Subject> {
  readonly ids: RunIds;
  readonly input: Input;
  readonly subject: Subject;
}

/** The result of a call whose change waits for a second person. */
export interface Waiting<View> {
  readonly view: View;
  readonly pending: PendingApproval;
}

/**
 * Runs an operation in a context. The order of its checks is the contract's: resource, fields, state. `gate` runs after
 * the input was found valid; if its result is not null, the operation does not run.
 */
export async function perform<
  Context extends QueryContext,
  RunIds extends Ids,
  Schema extends z.ZodType,
  Subject,
  View,
>(
  operation: Definition<Context, RunIds, Schema, Subject, View>,
  context: Context,
  { ids, input: raw, mayIgnore = false }: Pick<Call<RunIds>, 'ids' | 'input' | 'mayIgnore'>,
  gate?: (given: Checked<RunIds, z.output<Schema>, Subject>) => Promise<Waiting<View> | null>,
): Promise<Outcome<View>> {
  // Awaited only if it is a promise, because each `await` costs a turn of the microtask queue and half a kilobyte.
  const found = operation.locate(context, ids, raw);
  const subject = found instanceof Promise ? await found : found;
  const schema = schemaOfInput(operation, subject);
  const { db, caller } = context;
  const reading = validateInput(schema, raw, { db, caller, mayIgnore });
  const { input, ignored, ignoredCount } = reading instanceof Promise ? await reading : reading;
  const waiting = gate === undefined ? null : await gate({ ids, input, subject });
  if (waiting !== null) return { ...waiting, ignored, ignoredCount, replayed: false };
  const shown = operation.run(context, { ids, input, subject });
  const view = shown instanceof Promise ? await shown : shown;
  return { view, pending: null, ignored, ignoredCount, replayed: false };
}
