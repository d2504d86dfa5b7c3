import type { z } from 'zod';
import type { Call } from './context.ts';
import { type Definition, type Ids, type QueryContext, schemaOfInput } from './operation.ts';
import type { PendingApproval } from './matter.ts';
import { type IgnoredInput, validateInput, type ValidInput } from './validate-input.ts';

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

/** The result of a call whose operation does not run now: its change waits for a second person, or was made before. */
interface NotRun<View> {
  readonly view: View;
  readonly pending: PendingApproval | null;
}

/** What is done after the operation ran. Its result is the view that the caller sees. */
export interface Finishing<View> {
  readonly finish: (view: View) => Promise<View>;
}

type Raw<RunIds extends Ids> = Pick<Call<RunIds>, 'ids' | 'input' | 'mayIgnore'>;

/** A call whose input may have been read before, by the schema of the operation. */
interface Performed<RunIds extends Ids, Input> extends Raw<RunIds> {
  readonly valid?: ValidInput<Input> | null;
}

/** Null if nothing stands between a valid call and its change. */
export type Gate<Given, View> = (given: Given) => Promise<NotRun<View> | Finishing<View> | null>;

/**
 * Runs an operation in a context. The order of its checks is the contract's: resource, fields, state. `gate` runs after
 * the input was found valid, and says whether the operation runs.
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
  { ids, input: raw, mayIgnore = false, valid = null }: Performed<RunIds, z.output<Schema>>,
  gate?: Gate<Checked<RunIds, z.output<Schema>, Subject>, View>,
): Promise<Outcome<View>> {
  // Awaited only if it is a promise, because each `await` costs a turn of the microtask queue and half a kilobyte.
  const found = operation.locate(context, ids, raw);
  const subject = found instanceof Promise ? await found : found;
  const { db, caller } = context;
  const reading = valid ?? validateInput(schemaOfInput(operation, subject), raw, { db, caller, mayIgnore });
  const { input, ignored, ignoredCount } = reading instanceof Promise ? await reading : reading;
  const gated = gate === undefined ? null : await gate({ ids, input, subject });
  if (gated !== null && 'view' in gated) return { ...gated, ignored, ignoredCount, replayed: false };
  const shown = operation.run(context, { ids, input, subject });
  const made = shown instanceof Promise ? await shown : shown;
  const view = gated === null ? made : await gated.finish(made);
  return { view, pending: null, ignored, ignoredCount, replayed: false };
}
