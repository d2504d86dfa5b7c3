import type { ComponentProps } from 'preact';
import { dayAt } from '../../kernel/days.ts';
import { ApiError } from './api.ts';
import { nowMs } from './clock.ts';
import { Field, typed } from './dialog.tsx';
import { amountPattern, minorAmount, plainAmount } from './format.ts';

interface AmountInputOptions {
  readonly currency: string;
  readonly name: string;
  /** In minor units: the amount that the field begins with. */
  readonly amount?: number | undefined;
  readonly isRequired?: boolean;
  /** What an empty field means. */
  readonly placeholder?: string;
  readonly label?: string;
}

/** The input of an amount in the currency's own units, such as `745.00`. */
export const AmountInput = ({
  currency,
  name,
  amount,
  isRequired = false,
  placeholder,
  label,
}: AmountInputOptions) => (
  <input
    name={name}
    required={isRequired}
    inputMode="decimal"
    autocomplete="off"
    pattern={amountPattern(currency)}
    placeholder={placeholder}
    aria-label={label}
    defaultValue={amount === undefined ? '' : plainAmount(amount, currency)}
  />
);

interface AmountOptions {
  readonly currency: string;
  /** In minor units: the amount that the field begins with. */
  readonly most?: number;
  readonly label?: string;
}

/** A field for an amount that is needed. */
export const AmountField = ({ currency, most, label = 'Amount' }: AmountOptions) => (
  <Field label={`${label} in ${currency}`}>
    <AmountInput currency={currency} name="amount" amount={most} isRequired />
  </Field>
);

/** The typed amount in minor units. */
export function typedAmount(form: FormData, currency: string): number {
  const amount = minorAmount(typed(form, 'amount'), currency);
  if (amount === null) throw new ApiError(`This is no amount in ${currency}.`, 'parameter_invalid');
  return amount;
}

/** Today in the countries of all customers, by the clock of the gateway. */
export const today = (): string => dayAt(new Date(nowMs()));

interface DayOptions {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Called with each day that is typed, and with an empty text while it is not a day. */
  readonly onDay?: (day: string) => void;
}

export const DayField = ({ label, hint, value, onDay }: DayOptions) => (
  <Field label={label} hint={hint}>
    <input
      type="date"
      name="day"
      required
      defaultValue={value}
      onInput={({ currentTarget }) => onDay?.(currentTarget.value)}
    />
  </Field>
);

interface ReasonOptions {
  readonly label?: string;
  readonly hint?: string;
}

export const ReasonField = ({
  label = 'Why',
  hint = 'For operators only; the partner does not see it.',
}: ReasonOptions) => (
  <Field label={label} hint={hint}>
    <textarea name="reason" required maxLength={1000} />
  </Field>
);

/** The reference of a payment. */
export const ReferenceField = ({ value = '' }: { value?: string }) => (
  <Field label="Reference" hint="It prevents that the same payment is recorded twice.">
    <input name="reference" maxLength={140} autocomplete="off" defaultValue={value} />
  </Field>
);

type Checkbox = Omit<Extract<ComponentProps<'input'>, { type: 'checkbox' }>, 'type'>;

/** A box to tick, with its sentence. */
export const CheckField = ({ children, ...input }: Checkbox) => (
  <label class="check">
    <input type="checkbox" {...input} />
    <span>{children}</span>
  </label>
);

/** A payment without a reference may be equal to another one of its day. */
export const SecondPayment = () => (
  <CheckField name="second">
    It is another payment, even if an equal payment of that day is recorded.
  </CheckField>
);

export const isSecondPayment = (form: FormData): boolean => form.has('second');
