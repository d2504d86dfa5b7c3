import type { TwoPeopleOperation } from '../kernel/two-people.ts';
import type { Matter, PendingApproval } from './matter.ts';
import type { CommandContext, Ids, QueryContext } from './operation.ts';

/** A call of an operation that may need two people. Its input is valid. */
export interface Asked {
  /** The name of the operation that runs. */
  readonly name: string;
  readonly operation: TwoPeopleOperation;
  readonly ids: Ids;
  /** The input as it came. */
  readonly input: unknown;
  readonly matter: Matter;
  /** HMACs of the operation, its ids and its valid input, as for idempotency; the first one is of the present key. */
  fingerprints(): Promise<readonly [string, ...string[]]>;
  /** Runs the change and takes it back. Throws the error that it would throw. */
  attempt(): Promise<void>;
}

/** The rule of two people. The pipeline calls it between the validation of the input and the operation. */
export interface SecondPerson {
  /** Whether the rule may concern a call of an operation by this caller. */
  concerns(context: QueryContext, operation: TwoPeopleOperation): Promise<boolean>;
  /**
   * Null if the operation may run: it needs one person, or this is the second one. Otherwise the pending approval, and
   * then the operation must not run.
   */
  ask(context: CommandContext, asked: Asked): Promise<PendingApproval | null>;
}
