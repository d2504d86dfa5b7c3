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
  /** Whether the view has a member that is shown only once. */
  readonly showsSecret: boolean;
  /** HMACs of the operation, its ids and its valid input, as for idempotency; the first one is of the present key. */
  fingerprints(): Promise<readonly [string, ...string[]]>;
  /** Runs the change, then `check`, and takes all of it back. Throws the error that one of them throws. */
  attempt(check: () => Promise<void>): Promise<void>;
}

/** Ends the approval of a change after it ran, in its transaction. `made` is the view as text if it has a secret. */
export type Finish = (made: string | null) => Promise<void>;

/** What becomes of a call that the rule concerns. */
export type Verdict =
  /** The operation runs. `finish` is null if it needs one person, and otherwise this is the second one. */
  | { readonly kind: 'runs'; readonly finish: Finish | null }
  /** It must not run. */
  | { readonly kind: 'waits'; readonly pending: PendingApproval }
  /** It ran before. The view as text: the person who asked sees its secret now, once. */
  | { readonly kind: 'shown'; readonly text: string };

/** The rule of two people. The pipeline calls it between the validation of the input and the operation. */
export interface SecondPerson {
  /** Whether the rule may concern a call of an operation by this caller. */
  concerns(context: QueryContext, operation: TwoPeopleOperation): Promise<boolean>;
  ask(context: CommandContext, asked: Asked): Promise<Verdict>;
}
