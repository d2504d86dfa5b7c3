import { z } from 'zod';
import { amountField, dateField, optionalText, orElse, orNull } from '../../kernel/input/fields.ts';
import { reasonField, referenceField } from '../../kernel/input/reason.ts';
import { kept } from '../../kernel/kept.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { wordsField } from '../../kernel/input/words-field.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { failsWith } from '../../pipeline/input/read-input.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { REPAYMENT_STATUSES } from './repayment.machine.ts';
import { REVERSAL_KINDS, SOURCES } from './repayment.rules.ts';

/** What bounds a repayment of one settlement. */
export interface Bounds {
  readonly currency: string;
  /** The day of the payout; null if no money was sent. All days are `YYYY-MM-DD`. */
  readonly fundedOn: string | null;
  readonly today: string;
}

/** A day on which money can have come. Without bounds any day, which is enough to compare two requests. */
function receivedOn(bounds: Bounds | null) {
  const schema = dateField();
  if (bounds === null) return schema;
  const { fundedOn, today } = bounds;
  const says =
    fundedOn === null
      ? `must be at most ${today}`
      : `must be a day from ${fundedOn}, the payout, to ${today}`;
  return schema.refine((day) => (fundedOn === null || day >= fundedOn) && day <= today, says);
}

function currencyOf(bounds: Bounds | null) {
  const schema = z.string();
  return bounds === null
    ? schema
    : schema.refine(
        (code) => code === bounds.currency,
        `must be ${bounds.currency}, the currency of the settlement`,
      );
}

const mayHaveReference = () => optionalText(referenceField());

const AMOUNT = 'In the minor unit of the currency: 74500 is HKD 745.00.';
const RECEIVED_ON =
  'The day on which the money came, from the day of the payout to today; today when absent.';
const REFERENCE =
  'The reference of the payment, 1 to 140 characters. A settlement takes each reference once a day. Empty is absent.';
const ALLOW_DUPLICATE =
  'True if this is another repayment, although it has no reference and the settlement has a repayment of the same day and amount; false when absent.';

const sourceField = () =>
  typeNamed('RepaymentSource', z.enum(SOURCES)).describe('The way in which the money came.');

/** A repayment as it is reported or recorded. Null bounds leave out what depends on the settlement. */
const newRepayment = (bounds: Bounds | null) =>
  z.strictObject({
    amount: amountField(1).meta({ description: AMOUNT }),
    currency: orNull(currencyOf(bounds)).describe(
      'If it is given, it must be the currency of the settlement.',
    ),
    received_on: orNull(receivedOn(bounds)).describe(RECEIVED_ON),
    source: sourceField(),
    reference: mayHaveReference().describe(REFERENCE),
    allow_duplicate: orElse(z.boolean(), false).describe(ALLOW_DUPLICATE),
  });

export const ReportRepaymentInput = newRepayment(null).meta({
  id: 'ReportRepaymentInput',
  description: 'A repayment that the partner reports.',
});
export const RecordRepaymentInput = newRepayment(null).meta({
  id: 'RecordRepaymentInput',
  description: 'A repayment that the provider has received.',
});
export type NewRepayment = z.output<typeof RecordRepaymentInput>;

/** How many schemas are kept, some ten kilobytes each: enough for half a year of payouts in one currency. */
const KEPT_SCHEMAS_MAX = 200;

/** The same under the bounds of a settlement. Making a schema takes longer than the rest of a repayment. */
export const newRepaymentOn: (bounds: Bounds) => z.ZodType<NewRepayment> = kept(
  (bounds: Bounds) => newRepayment(bounds),
  {
    keyOf: ({ currency, fundedOn, today }) => `${currency} ${fundedOn} ${today}`,
    max: KEPT_SCHEMAS_MAX,
  },
);

const confirmation = (bounds: Bounds | null) =>
  z.strictObject({
    amount: orNull(amountField(1)).describe(`What came; as reported when absent. ${AMOUNT}`),
    received_on: orNull(receivedOn(bounds)).describe('The day on which it came; as reported when absent.'),
    reference: mayHaveReference().describe('The reference of the payment; as reported when absent.'),
    allow_duplicate: orElse(z.boolean(), false).describe(ALLOW_DUPLICATE),
  });
export const ConfirmRepaymentInput = confirmation(null).meta({
  id: 'ConfirmRepaymentInput',
  description: 'What came of a repayment that was reported.',
});
type Confirmation = z.output<typeof ConfirmRepaymentInput>;
export const confirmationOn = (bounds: Bounds): z.ZodType<Confirmation> => confirmation(bounds);

export const DeclineRepaymentInput = z.strictObject({
  reason: reasonField().describe('Why, 1 to 1,000 characters; the partner sees it.'),
});

const REVERSED_ON =
  'The day on which it went back, from the day on which it came to today; today when absent.';

/** A reversal of a repayment that came on a day; null for any day. */
const reversal = (bounds: (Pick<Bounds, 'today'> & { readonly receivedOn: string }) | null) =>
  z.strictObject({
    reason: reasonField().describe('Why, 1 to 1,000 characters; the partner sees it.'),
    kind: orElse(typeNamed('ReversalKind', z.enum(REVERSAL_KINDS)), 'returned').describe(
      'Whether the money went back, or never came. If absent, it went back.',
    ),
    reversed_on: orNull(
      bounds === null
        ? dateField()
        : dateField().refine(
            (day) => day >= bounds.receivedOn && day <= bounds.today,
            `must be a day from ${bounds.receivedOn}, on which it came, to ${bounds.today}`,
          ),
    ).describe(REVERSED_ON),
  });

export const ReverseRepaymentInput = reversal(null);
type Reversal = z.output<typeof ReverseRepaymentInput>;

/** A mistake is undone on the day of the repayment itself, so it takes no other day. */
export const reversalOn = (bounds: {
  readonly receivedOn: string;
  readonly today: string;
}): z.ZodType<Reversal> =>
  reversal(bounds).refine(({ kind, reversed_on }) => kind === 'returned' || reversed_on === null, {
    ...failsWith('parameter_invalid', 'must be absent if the repayment was a mistake'),
    path: ['reversed_on'],
  });

const repay = (bounds: Bounds | null) =>
  z.strictObject({
    received_on: orNull(receivedOn(bounds)).describe(RECEIVED_ON),
    reference: mayHaveReference().describe(REFERENCE),
  });
export const RepayInput = repay(null);
export const repayInputOn = (bounds: Bounds): z.ZodType<z.output<typeof RepayInput>> => repay(bounds);

/** The filters of the repayments of given settlements. */
export const FILTERS_OF_SETTLEMENT = {
  status: typeNamed('RepaymentStatus', wordsField(REPAYMENT_STATUSES, 'status'))
    .describe('Only repayments in one of these statuses.')
    .optional(),
  reference: referenceField().describe('Only repayments with this reference.').optional(),
  received_from: dateField().describe('Only repayments that came on this day or later.').optional(),
  received_until: dateField().describe('Only repayments that came on this day or earlier.').optional(),
};

/** The filters of a list of repayments. */
export const REPAYMENT_FILTERS = {
  ...FILTERS_OF_SETTLEMENT,
  funding_id: typeNamed('ID', z.string()).describe('Only repayments of this settlement.').optional(),
};
export type RepaymentFilter = z.output<z.ZodObject<typeof FILTERS_OF_SETTLEMENT>>;

/** Ids of at most a page of settlements, for the lists inside another list. */
const SettlementsAsked = z.array(z.string()).min(1).max(PAGE_LIMIT_MAX);
export const ListRepaymentsInput = pageInput('rep', REPAYMENT_FILTERS);
export const ListRepaymentsOfInput = pageInput('rep', {
  ...FILTERS_OF_SETTLEMENT,
  funding_ids: SettlementsAsked,
});
export const CountRepaymentsOfInput = z.strictObject({
  ...FILTERS_OF_SETTLEMENT,
  funding_ids: SettlementsAsked,
});

/** Ids of at most a page of repayments, for a field of each line of another list. */
export const RepaymentsAsked = z.strictObject({
  repayment_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX),
});
