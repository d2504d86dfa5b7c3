import {
  isSettable,
  type SettableOperation,
  type TwoPeopleOperation,
  type TwoPeopleRule,
} from '../../kernel/two-people.ts';

/** The settings of two people. */
interface Settings {
  readonly two_people: readonly { readonly operation: SettableOperation; readonly rule: TwoPeopleRule }[];
  readonly two_people_from: readonly {
    readonly operation: SettableOperation;
    readonly currency: string;
    readonly amount: number;
  }[];
  readonly separate_roles: boolean;
}

/** Whether anything needs two people. If so, every change that could turn this off needs them too. */
export const isAnyOn = ({ two_people, separate_roles }: Settings): boolean =>
  separate_roles || two_people.some(({ rule }) => rule !== 'off');

/** When a change needs two people. */
export function ruleOf(settings: Settings, operation: TwoPeopleOperation): TwoPeopleRule {
  if (!isSettable(operation)) return isAnyOn(settings) ? 'always' : 'off';
  return settings.two_people.find((each) => each.operation === operation)?.rule ?? 'off';
}

/** The amount of a currency from which a change needs two people; null if every amount does. */
export const boundOf = (
  { two_people_from }: Settings,
  operation: TwoPeopleOperation,
  currency: string,
): number | null =>
  two_people_from.find((each) => each.operation === operation && each.currency === currency)?.amount ?? null;

/** Whether the rule of two people may concern a change. */
export const concerns = (settings: Settings, operation: TwoPeopleOperation): boolean =>
  ruleOf(settings, operation) !== 'off' ||
  (settings.separate_roles && (operation === 'approve' || operation === 'disburse'));
