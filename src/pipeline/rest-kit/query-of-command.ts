import { z } from 'zod';
import { OperationError, PROBLEMS_MAX, type Problem } from '../../kernel/errors.ts';
import type { Call, Foundation } from '../context.ts';
import {
  type IgnoredInput,
  normalizedInput,
  NOTHING_IGNORED,
  type Reader,
  validateInput,
} from '../validate-input.ts';
import { type Ids, type Operation, schemaOfInput } from '../operation.ts';
import { precheck } from '../precheck.ts';

/** The query of a route without parameters. */
export const NO_QUERY = z.strictObject({});

interface CommandCall<RunIds extends Ids, Schema extends z.ZodType, Subject, View> {
  readonly foundation: Foundation;
  readonly operation: Operation<RunIds, Schema, Subject, View>;
  readonly call: Call<RunIds>;
}

/**
 * Refuses the query parameters of a command as unknown fields, in one list with the faults of the body. If the resource
 * is missing, that is reported first.
 */
export async function validateQuery<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  query: Readonly<Record<string, unknown>>,
  { foundation, operation, call }: CommandCall<RunIds, Schema, Subject, View>,
): Promise<IgnoredInput> {
  if (Object.keys(query).length === 0) return NOTHING_IGNORED;
  const input = normalizedInput(call.input, operation);
  const subject = await precheck(foundation, operation, { ...call, input });
  const reader = { db: foundation.database.reads, caller: call.caller, mayIgnore: true };
  try {
    return await validateInput(NO_QUERY, query, reader);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const [first, ...rest] = error.problems;
    const ofBody = await problemsOf(schemaOfInput(operation, subject), input, reader);
    throw new OperationError([first, ...[...rest, ...ofBody].slice(0, PROBLEMS_MAX - 1)]);
  }
}

async function problemsOf(schema: z.ZodType, input: unknown, reader: Reader): Promise<readonly Problem[]> {
  try {
    await validateInput(schema, input, reader);
    return [];
  } catch (error) {
    if (error instanceof OperationError) return error.problems;
    throw error;
  }
}
