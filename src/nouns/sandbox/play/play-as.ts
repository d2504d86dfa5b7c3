import type { z } from 'zod';
import { commandLine } from '../../../kernel/caller.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import type { Command, CommandContext, Ids } from '../../../pipeline/operation.ts';
import { perform } from '../../../pipeline/perform.ts';

/** Who does what others do in a sandbox. Its events have it as actor, and partners see an operator. */
export const SANDBOX = { ...commandLine, actor: 'sandbox' };

/**
 * Runs an operation in the transaction of a play. The caller has checked that the record belongs to the partner. The
 * rule of two people applies only to calls, so a partner plays alone.
 */
export async function playAs<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  context: CommandContext,
  operation: Command<RunIds, Schema, Subject, View>,
  ids: RunIds,
  input: Readonly<Record<string, unknown>>,
): Promise<View> {
  const call = { caller: SANDBOX, requestId: '', ids, input };
  try {
    return (await perform(operation, context.as({ caller: SANDBOX }), call)).view;
  } catch (error) {
    throw context.caller.role === 'partner' ? disclosed(error) : error;
  }
}

/** A partner learns of no hold, here too. */
const disclosed = (error: unknown): unknown =>
  error instanceof OperationError && error.code === 'on_hold'
    ? refusal('conflict', 'It cannot be done at present; try it again later.')
    : error;

/** The error for an unknown event. */
export const unknownPlay = (names: readonly string[]) =>
  refusal('resource_missing', `There is no such event; there are ${names.join(', ')}.`);
