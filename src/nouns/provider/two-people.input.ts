import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { amountField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { SETTABLE_OPERATIONS, TWO_PEOPLE_RULES, WITHOUT_AMOUNT } from '../../kernel/two-people.ts';

/** Whether no two items of a list have the same name. */
export const hasNoPair = <Item>(items: readonly Item[], nameOf: (item: Item) => string): boolean =>
  new Set(items.map(nameOf)).size === items.length;

/** One amount for each change and currency. */
export const AMOUNTS_MAX = SETTABLE_OPERATIONS.length * CURRENCIES.length;

export const operationField = () =>
  typeNamed('TwoPeopleOperation', z.enum(SETTABLE_OPERATIONS)).describe('The change.');
export const ruleField = () =>
  typeNamed('TwoPeopleRule', z.enum(TWO_PEOPLE_RULES)).describe('When it needs two people.');

const RuleInput = typeNamed(
  'TwoPeopleRuleInput',
  z
    .strictObject({ operation: operationField(), rule: ruleField() })
    .describe('When a change needs two people.'),
);

const AmountInput = typeNamed(
  'TwoPeopleAmountInput',
  z
    .strictObject({
      operation: operationField(),
      currency: z.enum(CURRENCIES),
      amount: amountField(0).describe(
        'In the minor unit of the currency; this amount itself needs two people.',
      ),
    })
    .describe('The amount from which a change needs two people, under the rule FROM.'),
);

/** The settings of two people. If a member is absent or null, the present setting stays. */
export const TWO_PEOPLE_INPUT = {
  two_people: z
    .array(RuleInput)
    .max(SETTABLE_OPERATIONS.length)
    .refine((rows) => hasNoPair(rows, ({ operation }) => operation), 'must not name a change twice')
    .refine(
      (rows) => rows.every(({ operation, rule }) => rule !== 'from' || !WITHOUT_AMOUNT.has(operation)),
      `must be OFF or ALWAYS for ${[...WITHOUT_AMOUNT].join(' and ')}, which move no amount`,
    )
    .nullish()
    .describe(
      'The changes that need two people. They replace the present ones; a change that is not listed needs one person.',
    ),
  two_people_from: z
    .array(AmountInput)
    .max(AMOUNTS_MAX)
    .refine(
      (rows) => hasNoPair(rows, ({ operation, currency }) => `${operation} ${currency}`),
      'must not have two amounts of one change and currency',
    )
    .nullish()
    .describe(
      'The amounts from which changes under the rule FROM need two people. They replace the present ones.',
    ),
  separate_roles: z
    .boolean()
    .nullish()
    .describe('Whether a person who approved an offer may neither make nor approve its payout.'),
};
