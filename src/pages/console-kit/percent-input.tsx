import { percentOf } from '../../kernel/rate.ts';
import { PERCENT_PATTERN } from './format.ts';

/** Characters of a rate in percent: the smallest number has 324 digits. */
const PERCENT_LENGTH_MAX = 400;

interface PercentInputOptions {
  readonly name: string;
  /** The initial rate, as a decimal; null while it is not known. */
  readonly rate: number | null;
  readonly label?: string;
  readonly onText?: (text: string) => void;
}

/** A field for a rate in percent. The sign after the field shows that it is not a decimal. */
export const PercentInput = ({ name, rate, label, onText }: PercentInputOptions) => (
  <span class="percent">
    <input
      name={name}
      inputMode="decimal"
      required
      pattern={PERCENT_PATTERN}
      maxLength={PERCENT_LENGTH_MAX}
      title="In percent from 0 to 100, such as 0.15 for 0.15 %"
      aria-label={label}
      autocomplete="off"
      defaultValue={rate === null ? '' : percentOf(rate)}
      onInput={({ currentTarget }) => onText?.(currentTarget.value.trim())}
    />
    <span aria-hidden="true">%</span>
  </span>
);
