import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import type { TwoPeopleOperation } from '../kernel/two-people.ts';

/** A change that waits for a second person, as the response to the first person shows it. */
export interface PendingApproval {
  readonly approval_id: string;
  readonly operation: TwoPeopleOperation;
  /** The name of the first person. */
  readonly maker: string;
  readonly expires_at: string;
}

/** An amount of money that a change moves. */
export interface MovedAmount {
  readonly currency: string;
  /** In the minor unit of the currency. */
  readonly amount: number;
}

/** What a change is about, for the rule of two people. */
export interface Matter {
  /**
   * The id of the record that it changes. Null if it creates one: then two changes are one if their input is the same.
   */
  readonly object: string | null;
  /** The settlement that it is about. The amounts of one person for it add up. */
  readonly settlement: string | null;
  readonly partner: string | null;
  /** Empty if no money moves. A bulk has one for each currency. */
  readonly amounts: readonly MovedAmount[];
  /** What the first person saw. If it is another text later, the approval has lapsed. */
  readonly state: string;
}

/** What a change is about if it moves no money and creates records. */
export const CREATION: Matter = { object: null, settlement: null, partner: null, amounts: [], state: '' };

/** What a change of a record is about if it moves no money. */
export const aboutRecord = (object: string, state: string, partner: string | null = null): Matter => ({
  ...CREATION,
  object,
  partner,
  state,
});

/** Says that an operation may need two people: one asks for the change, and another one approves it. */
export interface TwoPeople<Context, Given, View> {
  /** The name of its setting. */
  readonly operation: TwoPeopleOperation;
  /** Null if this call changes nothing that needs two people. */
  readonly matter: (context: Context, given: Given) => PromiseOrValue<Matter | null>;
  /** The view before the change, for the first person. */
  readonly unchanged: (context: Context, given: Given) => PromiseOrValue<View>;
}
