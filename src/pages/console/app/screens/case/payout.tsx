import { useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { paymentDays } from '../../../../../kernel/days.ts';
import { feeOf } from '../../../../../kernel/rate.ts';
import { run } from '../../../../console-kit/api.ts';
import { day, daysInWords, percent } from '../../../../console-kit/format.ts';
import { HolidaysDocument } from '../../../../console-kit/generated/graphql.ts';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { Fact, Money } from '../../../../console-kit/parts.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { DayField, today } from '../../../../console-kit/fields.tsx';

/** The holidays of the customer's country, as the provider has listed them. */
async function holidaysFor({ customer }: CaseSettlement): Promise<ReadonlySet<string>> {
  const { providerSettings } = await run(HolidaysDocument, {});
  const own = providerSettings.holidays.filter(({ country }) => country === customer.companyCountry);
  return new Set(own.map((holiday) => holiday.day));
}

/** The day of a payout, and what it means in money: the fee, the repayment, and its last day. */
export function Payout({ settlement }: { settlement: CaseSettlement }) {
  const { id, amount, currency, interestRate } = settlement;
  const [sentOn, setSentOn] = useState(today());
  const loaded = useLoad(`holidays ${id}`, () => holidaysFor(settlement));
  const holidays = loaded.data;
  const fee = feeOf(amount, interestRate);
  return (
    <>
      <DayField label="Sent on" value={sentOn} onDay={setSentOn} />
      <dl class="facts payout">
        <Fact name="Interest">
          <Money amount={fee} currency={currency} /> <span class="faint">({percent(interestRate)})</span>
        </Fact>
        <Fact name="To be paid back">
          <Money amount={BigInt(amount) + BigInt(fee)} currency={currency} />
        </Fact>
        {holidays !== null && sentOn !== '' && (
          <Due sentOn={sentOn} periodDays={settlement.settlementPeriod} holidays={holidays} />
        )}
      </dl>
      <LoadFailed of={loaded} />
    </>
  );
}

interface DueOptions {
  readonly sentOn: string;
  readonly periodDays: number;
  readonly holidays: ReadonlySet<string>;
}

function Due({ sentOn, periodDays, holidays }: DueOptions) {
  const { dueOn, payBy } = paymentDays(sentOn, periodDays, holidays);
  return (
    <Fact name="Due" isLong>
      <time dateTime={dueOn}>{day(dueOn)}</time>, {daysInWords(periodDays)} after {day(sentOn)}
      {payBy !== dueOn && (
        <>
          ; the banks are closed then, so it is to be paid by <time dateTime={payBy}>{day(payBy)}</time>
        </>
      )}
    </Fact>
  );
}
