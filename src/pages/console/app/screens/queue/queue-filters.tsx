import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { Select } from '../../../../console-kit/choice.tsx';
import { amountPattern } from '../../../../console-kit/format.ts';
import { DayFilter } from '../../../../console-kit/list/day-filter.tsx';
import { showHere } from '../../../../console-kit/list/page-here.ts';
import { SearchText } from '../../../../console-kit/list/search-text.tsx';
import {
  AGES,
  DELAYS,
  hasControl,
  LATE,
  type Narrowing,
  ORDERS,
  type QueueFilter,
  SNOOZED,
} from './queue-filter.ts';

/** Currency, amount, age, delay, last day and order of a list. Amounts of different currencies cannot be compared. */
export function QueueFilters({
  filter: { currency, age, min, days, until, order, snoozed, late },
  narrowing,
}: {
  filter: QueueFilter;
  narrowing: Narrowing;
}) {
  const orders = Object.entries(ORDERS).filter(([each]) => currency !== '' || each !== 'LARGEST');
  return (
    <>
      {hasControl(narrowing, 'currency') && (
        <Select
          label="Currency"
          value={currency}
          options={[['', 'All currencies'], ...CURRENCIES.map((code) => [code, code] as const)]}
          choose={(chosen) =>
            showHere({ currency: chosen, min: null, ...(order === 'LARGEST' && { order: null }) })
          }
        />
      )}
      {hasControl(narrowing, 'min') && currency !== '' && (
        <SearchText
          key={currency}
          name="min"
          value={min}
          label={`At least, in ${currency}`}
          pattern={amountPattern(currency)}
          size={16}
        />
      )}
      {hasControl(narrowing, 'age') && (
        <Select
          label="Waiting"
          value={age}
          options={[
            ['', 'Any waiting time'],
            ...Object.entries(AGES).map(([hours, words]) => [hours, `Waiting ${words}`] as const),
          ]}
          choose={(chosen) => showHere({ age: chosen })}
        />
      )}
      {hasControl(narrowing, 'days') && (
        <Select
          label="Overdue"
          value={days}
          options={[
            ['', 'Any delay'],
            ...DELAYS.map((each) => [String(each), `More than ${each} days`] as const),
          ]}
          choose={(chosen) => showHere({ days: chosen })}
        />
      )}
      <Select
        label="Late"
        value={late}
        options={Object.entries(LATE)}
        choose={(chosen) => showHere({ late: chosen })}
      />
      <Select
        label="Snoozed"
        value={snoozed}
        options={Object.entries(SNOOZED)}
        choose={(chosen) => showHere({ snoozed: chosen })}
      />
      {hasControl(narrowing, 'until') && <DayFilter name="until" title="Lapses until" value={until} />}
      {hasControl(narrowing, 'order') && (
        <Select
          label="Order"
          value={order}
          options={orders}
          choose={(chosen) => showHere({ order: chosen })}
        />
      )}
    </>
  );
}
