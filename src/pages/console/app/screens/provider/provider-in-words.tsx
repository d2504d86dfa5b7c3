import { dayAt } from '../../../../../kernel/days.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { DueTimesInWords } from '../../../../console-kit/due-times.tsx';
import { day, money, percent } from '../../../../console-kit/format.ts';
import type { ProviderFactsFragment } from '../../../../console-kit/generated/graphql.ts';
import { Fact } from '../../../../console-kit/parts.tsx';
import { COUNTRIES } from './countries.ts';

/** What the settings of the provider mean, in words. */
export function ProviderInWords({ settings }: { settings: ProviderFactsFragment }) {
  const { rateCeiling, smallDifference, feeRecognition } = settings;
  return (
    <dl class="facts words">
      <Fact name="Highest rate of a year">
        {COUNTRIES.map(([country, name]) => {
          const found = rateCeiling.find((each) => each.country === country);
          return (
            <span class="line" key={country}>
              {name}: {found === undefined ? 'no ceiling' : percent(found.rate)}
            </span>
          );
        })}
      </Fact>
      <Fact name="Small differences">
        {smallDifference.length === 0
          ? 'A settlement is closed when all is paid.'
          : smallDifference.map(({ currency, amount }) => (
              <span class="line" key={currency}>
                {money(amount, currency)} may stay unpaid.
              </span>
            ))}
      </Fact>
      <Fact name="Fees">
        {feeRecognition === 'OVER_PERIOD'
          ? 'They become income day by day over the period of a settlement.'
          : 'They become income when the money is sent.'}
      </Fact>
      <DueTimesInWords dueTimes={settings.dueTimes} />
      {COUNTRIES.map(([country, name]) => (
        <Fact key={country} name={`Holidays of ${name}`}>
          <Holidays
            days={settings.holidays.filter((each) => each.country === country).map((each) => each.day)}
          />
        </Fact>
      ))}
    </dl>
  );
}

/** Holidays that are shown by name; the dialog has all of them. */
const NEXT_HOLIDAYS = 6;

function Holidays({ days }: { days: readonly string[] }) {
  if (days.length === 0) return 'None is listed. Payments are due on weekdays.';
  const now = dayAt(new Date(nowMs()));
  const next = days.filter((each) => each >= now).toSorted();
  return (
    <>
      {days.length} listed.{next.length === 0 && ' All of them are past.'}
      {next.slice(0, NEXT_HOLIDAYS).map((each) => (
        <span class="line" key={each}>
          {day(each)}
        </span>
      ))}
      {next.length > NEXT_HOLIDAYS && (
        <span class="line faint">and {next.length - NEXT_HOLIDAYS} later ones</span>
      )}
    </>
  );
}
