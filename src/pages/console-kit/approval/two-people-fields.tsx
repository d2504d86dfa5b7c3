import { useState } from 'preact/hooks';
import {
  OPERATION_MEANINGS,
  type SettableOperation,
  SETTABLE_OPERATIONS,
  WITHOUT_AMOUNT,
} from '../../../kernel/two-people.ts';
import { typed } from '../dialog.tsx';
import { AmountInput, CheckField } from '../fields.tsx';
import { minorAmount, words } from '../format.ts';
import { FILTERS } from '../generated/filters.ts';
import type {
  TwoPeopleOperation,
  TwoPeopleRule,
  TwoPeopleSettingsFragment,
  UpdateProviderSettingsInput,
} from '../generated/graphql.ts';
import { CURRENCIES } from '../list/currencies.ts';
import { AblePeople } from './able-people.tsx';

/** The changes with a setting, each with its name in GraphQL. */
const OPERATIONS = SETTABLE_OPERATIONS.flatMap((name) => {
  const operation = FILTERS.PendingApprovalFilter.operation.values.find(
    (each) => each.toLowerCase() === name,
  );
  return operation === undefined ? [] : [[name, operation] as const];
});

interface Options {
  readonly settings: TwoPeopleSettingsFragment;
}

const ruleOf = ({ twoPeople }: TwoPeopleSettingsFragment, operation: TwoPeopleOperation): TwoPeopleRule =>
  twoPeople.find((each) => each.operation === operation)?.rule ?? 'OFF';

/** A rule for each change, with the amounts from which it holds. */
export const TwoPeopleFields = ({ settings }: Options) => (
  <>
    <AblePeople />
    <p>
      While a change needs two people, so does each change of these rules, also to turn them off, and of
      operators and their keys.
    </p>
    <div class="two-people">
      {OPERATIONS.map(([name, operation]) => (
        <Rule key={operation} name={name} operation={operation} settings={settings} />
      ))}
    </div>
    <CheckField name="separate" defaultChecked={settings.separateRoles}>
      A person who approved an offer can neither make nor approve its payout.
    </CheckField>
  </>
);

interface RuleOptions extends Options {
  readonly name: SettableOperation;
  readonly operation: TwoPeopleOperation;
}

function Rule({ name, operation, settings }: RuleOptions) {
  const [rule, setRule] = useState<string>(ruleOf(settings, operation));
  return (
    <fieldset>
      <legend class="hidden">{words(operation)}</legend>
      <label class="two-people-rule">
        <span>
          <strong>{words(operation)}</strong> <small class="faint line">{OPERATION_MEANINGS[name]}</small>
        </span>
        <select
          aria-label={words(operation)}
          name={`rule-${operation}`}
          onChange={({ currentTarget }) => setRule(currentTarget.value)}
        >
          <option value="OFF">one person</option>
          <option value="ALWAYS" selected={rule === 'ALWAYS'}>
            always two
          </option>
          {!WITHOUT_AMOUNT.has(name) && (
            <option value="FROM" selected={rule === 'FROM'}>
              two from an amount on
            </option>
          )}
        </select>
      </label>
      {rule === 'FROM' && <Bounds operation={operation} settings={settings} />}
    </fieldset>
  );
}

const Bounds = ({ operation, settings: { twoPeopleFrom } }: Options & Pick<RuleOptions, 'operation'>) => (
  <div class="two-people-bounds">
    {CURRENCIES.map((currency) => {
      const found = twoPeopleFrom.find((each) => each.operation === operation && each.currency === currency);
      return (
        <label class="currency" key={currency}>
          <span>{currency}</span>
          <AmountInput
            currency={currency}
            name={`from-${operation}-${currency}`}
            amount={found?.amount}
            placeholder="always"
            label={`${words(operation)} from, in ${currency}`}
          />
        </label>
      );
    })}
  </div>
);

const RULES: readonly TwoPeopleRule[] = ['OFF', 'ALWAYS', 'FROM'];

/** What the person has changed. What another person changed meanwhile stays. */
export function changedTwoPeople(
  before: TwoPeopleSettingsFragment,
  form: FormData,
): UpdateProviderSettingsInput {
  const rules = OPERATIONS.map(([, operation]) => ({
    operation,
    rule: RULES.find((each) => each === typed(form, `rule-${operation}`)) ?? 'OFF',
  }));
  const twoPeople = rules.filter(({ rule }) => rule !== 'OFF');
  const twoPeopleFrom = rules.flatMap(({ operation, rule }) =>
    CURRENCIES.flatMap((currency) => {
      const amount = minorAmount(typed(form, `from-${operation}-${currency}`), currency);
      return rule === 'FROM' && amount !== null ? [{ operation, currency, amount }] : [];
    }),
  );
  const separateRoles = form.has('separate');
  const textOf = (rows: readonly object[]) =>
    JSON.stringify(rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted());
  const isOn = ({ rule }: { readonly rule: TwoPeopleRule }) => rule !== 'OFF';
  return {
    ...(textOf(twoPeople) !== textOf(before.twoPeople.filter(isOn)) && { twoPeople }),
    ...(textOf(twoPeopleFrom) !== textOf(before.twoPeopleFrom) && { twoPeopleFrom }),
    ...(separateRoles !== before.separateRoles && { separateRoles }),
  };
}
