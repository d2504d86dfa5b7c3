import { showHere } from './page-here.ts';

interface DayFilterOptions {
  /** The parameter of the address that holds the day. */
  readonly name: string;
  readonly title: string;
  readonly value: string;
}

/** A day that narrows a list. */
export const DayFilter = ({ name, title, value }: DayFilterOptions) => (
  <label class="filter">
    <span class="faint">{title}</span>
    <input
      type="date"
      value={value}
      onChange={({ currentTarget }) => showHere({ [name]: currentTarget.value })}
    />
  </label>
);
