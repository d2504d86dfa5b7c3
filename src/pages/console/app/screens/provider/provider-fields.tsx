import { decimalOfPercent, percentOf } from '../../../../../kernel/rate.ts';
import { ApiError } from '../../../../console-kit/api.ts';
import { ChoiceField, chosen, type Words } from '../../../../console-kit/choice.tsx';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { AmountInput } from '../../../../console-kit/fields.tsx';
import { minorAmount } from '../../../../console-kit/format.ts';
import { DueTimeFields, typedDueTimes } from '../../../../console-kit/due-times.tsx';
import type {
  FeeRecognition,
  ProviderFactsFragment,
  UpdateProviderSettingsInput,
} from '../../../../console-kit/generated/graphql.ts';
import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { COUNTRIES } from './countries.ts';

interface Options {
  readonly settings: ProviderFactsFragment;
}

const FEES: Words<FeeRecognition> = {
  OVER_PERIOD: 'Day by day over the period of a settlement',
  AT_DISBURSEMENT: 'Whole when the money is sent',
};

/** A field for each setting of the provider, with its default and its bounds. */
export const ProviderFields = ({ settings }: Options) => (
  <div class="setting-fields">
    <Ceilings settings={settings} />
    <Holidays settings={settings} />
    <Differences settings={settings} />
    <ChoiceField
      name="feeRecognition"
      label="Fees become income"
      hint="At first day by day. It counts for money that is sent from now on."
      words={FEES}
      chosen={settings.feeRecognition}
    />
    <DueTimeFields dueTimes={settings.dueTimes} />
  </div>
);

const Ceilings = ({ settings }: Options) => (
  <fieldset>
    <legend>The highest rate of a year, by the country of the customer</legend>
    <div class="settings-row">
      {COUNTRIES.map(([country, name]) => {
        const found = settings.rateCeiling.find((each) => each.country === country);
        return (
          <Field key={country} label={`${name}, in percent`}>
            <span class="percent">
              <input
                name={`ceiling-${country}`}
                inputMode="decimal"
                pattern="\d{1,5}(\.\d+)?\s?%?"
                title="In percent from 0 to 10000, such as 60 for 60 %"
                placeholder="no ceiling"
                autocomplete="off"
                defaultValue={found === undefined ? '' : percentOf(found.rate)}
              />
              <span aria-hidden="true">%</span>
            </span>
          </Field>
        );
      })}
    </div>
    <small class="faint">
      None at first; from 0 to 10,000 %. Above it nothing is approved, by a person or by itself.
    </small>
  </fieldset>
);

const Holidays = ({ settings }: Options) => (
  <fieldset>
    <legend>Days on which the banks are closed, besides Saturdays and Sundays</legend>
    <div class="settings-row">
      {COUNTRIES.map(([country, name]) => (
        <Field key={country} label={name}>
          <textarea
            name={`holidays-${country}`}
            rows={6}
            spellcheck={false}
            placeholder="2026-12-25"
            defaultValue={daysOf(settings, country).join('\n')}
          />
        </Field>
      ))}
    </div>
    <small class="faint">
      None at first. One day in a line, such as 2026-12-25; at most 100 of a country and year, and 1,000 in
      all. No last day of a payment that is past moves.
    </small>
  </fieldset>
);

const Differences = ({ settings }: Options) => (
  <fieldset>
    <legend>What may stay unpaid when a settlement is closed</legend>
    {CURRENCIES.map((currency) => {
      const found = settings.smallDifference.find((each) => each.currency === currency);
      return (
        <label class="currency" key={currency}>
          <span>{currency}</span>
          <AmountInput
            currency={currency}
            name={`difference-${currency}`}
            amount={found?.amount}
            placeholder="0"
          />
        </label>
      );
    })}
    <small class="faint line">
      0 at first; at most 10,000.00, in yen 1,000,000. A repayment that leaves no more closes the settlement.
    </small>
  </fieldset>
);

const daysOf = ({ holidays }: ProviderFactsFragment, country: string): readonly string[] =>
  holidays
    .filter((holiday) => holiday.country === country)
    .map((holiday) => holiday.day)
    .toSorted();

/** The settings that the person has changed. Settings that another person changed meanwhile stay. */
export function changedSettings(before: ProviderFactsFragment, form: FormData): UpdateProviderSettingsInput {
  const feeRecognition = chosen(form, 'feeRecognition', FEES) ?? 'OVER_PERIOD';
  const after = {
    rateCeiling: COUNTRIES.flatMap(([country]) => {
      const text = typed(form, `ceiling-${country}`).replace(/\s?%$/, '');
      return text === '' ? [] : [{ country, rate: Number(decimalOfPercent(text)) }];
    }),
    holidays: COUNTRIES.flatMap(([country, name]) =>
      typedDays(typed(form, `holidays-${country}`), name).map((day) => ({ country, day })),
    ),
    smallDifference: CURRENCIES.flatMap((currency) => {
      const amount = minorAmount(typed(form, `difference-${currency}`) || '0', currency);
      return amount === null || amount === 0 ? [] : [{ currency, amount }];
    }),
    dueTimes: typedDueTimes(form),
  };
  const sorted = (rows: readonly object[]) =>
    JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());
  const isOther = (name: keyof typeof after) => sorted(after[name]) !== sorted(before[name]);
  return {
    ...(isOther('rateCeiling') && { rateCeiling: after.rateCeiling }),
    ...(isOther('holidays') && { holidays: after.holidays }),
    ...(isOther('smallDifference') && { smallDifference: after.smallDifference }),
    ...(isOther('dueTimes') && { dueTimes: after.dueTimes }),
    ...(feeRecognition !== before.feeRecognition && { feeRecognition }),
  };
}

/** The days of a list, one on each line. Throws ApiError with the first line that is not a day. */
function typedDays(text: string, country: string): readonly string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const wrong = lines.find((line) => !/^\d{4}-\d{2}-\d{2}$/.test(line));
  if (wrong !== undefined)
    throw new ApiError(`${country}: “${wrong}” is not a day such as 2026-12-25.`, 'parameter_invalid');
  return lines.toSorted();
}
