import { ApiError } from '../../../../../console-kit/api.ts';
import { Field, typed } from '../../../../../console-kit/dialog.tsx';
import { amountPattern, minorAmount, plainAmount } from '../../../../../console-kit/format.ts';

interface AmountOptions {
  readonly currency: string;
  /** In minor units: the amount that the field begins with. */
  readonly most?: number;
  readonly label?: string;
}

/** An amount in the currency's own units, such as `745.00`. */
export const AmountField = ({ currency, most, label = 'Amount' }: AmountOptions) => (
  <Field label={`${label} in ${currency}`}>
    <input
      name="amount"
      required
      inputMode="decimal"
      autocomplete="off"
      pattern={amountPattern(currency)}
      {...(most !== undefined && { defaultValue: plainAmount(most, currency) })}
    />
  </Field>
);

/** The typed amount in minor units. */
export function typedAmount(form: FormData, currency: string): number {
  const amount = minorAmount(typed(form, 'amount'), currency);
  if (amount === null) throw new ApiError(`This is no amount in ${currency}.`, 'parameter_invalid', null);
  return amount;
}

export const DayField = ({ label, value, name = 'day' }: { label: string; value: string; name?: string }) => (
  <Field label={label}>
    <input type="date" name={name} required defaultValue={value} />
  </Field>
);

export const ReasonField = ({
  hint = 'For operators only; the partner does not see it.',
}: {
  hint?: string;
}) => (
  <Field label="Why" hint={hint}>
    <textarea name="reason" required maxLength={1000} />
  </Field>
);
