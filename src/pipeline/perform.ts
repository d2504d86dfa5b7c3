import type { z } from 'zod';
import type { Call } from './context.ts';
import { type Definition, type Ids, type QueryContext, schemaOfInput } from './operation.ts';
import { type IgnoredInput, validateInput } from './validate-input.ts';

export interface Outcome<View> extends IgnoredInput {
  readonly view: View;
  /** Whether this is the kept response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** Runs an operation in a context. The order of its checks is the contract's: resource, fields, state. */
export async function perform<
  Context extends QueryContext,
  RunIds extends Ids,
  Schema extends z.ZodType,
  Subject,
  View,
>(
  operation: Definition<Context, RunIds, Schema, Subject, View>,
  context: Context,
  { ids, input: raw, mayIgnore = false }: Call<RunIds>,
): Promise<Outcome<View>> {
  // Awaited only if it is a promise, because each `await` costs a turn of the microtask queue and half a kilobyte.
  const found = operation.locate(context, ids, raw);
  const subject = found instanceof Promise ? await found : found;
  const schema = schemaOfInput(operation, subject);
  const { db, caller } = context;
  const reading = validateInput(schema, raw, { db, caller, mayIgnore });
  const { input, ignored, ignoredCount } = reading instanceof Promise ? await reading : reading;
  const shown = operation.run(context, { ids, input, subject });
  const view = shown instanceof Promise ? await shown : shown;
  return { view, ignored, ignoredCount, replayed: false };
}
