import type { z } from 'zod';
import type { Command, Ids } from '../../pipeline/operation.ts';
import type { InstantSettlementView } from './settlement.present.ts';

/** The id of an entry of the journal. */
export type EntryIds = { readonly entry_id: string };

/**
 * A step of operators: an operation and what its mutation needs. It calls a generic function with its operation,
 * because each step has its own types of ids, input and subject.
 */
export type OperatorStep<StepIds extends Ids> = (use: UseStep<StepIds>) => void;

export type UseStep<StepIds extends Ids> = <Input extends z.ZodObject, Subject>(
  operation: Command<StepIds, Input, Subject, InstantSettlementView>,
  /** The description and input of its mutation. */
  about: { readonly does: string; readonly input: Input },
) => void;
