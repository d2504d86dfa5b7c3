import { dayAt, paymentDays } from '../../../../../kernel/days.ts';
import { feeOf } from '../../../../../kernel/rate.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { day, daysInWords, percent } from '../../../../console-kit/format.ts';
import type { CaseQuery } from '../../../../console-kit/generated/graphql.ts';
import { Fact, Money } from '../../../../console-kit/parts.tsx';

type Settlement = NonNullable<CaseQuery['instantSettlement']>;

const NO_HOLIDAYS: ReadonlySet<string> = new Set();

/** A payout of today in money: the fee, the repayment, and its last day. */
export function Payout({
  settlement: { amount, currency, interestRate, settlementPeriod },
}: {
  settlement: Settlement;
}) {
  const fee = feeOf(amount, interestRate);
  const fundedOn = dayAt(new Date(nowMs()));
  const { dueOn, payBy } = paymentDays(fundedOn, settlementPeriod, NO_HOLIDAYS);
  return (
    <dl class="facts payout">
      <Fact name="Interest">
        <Money amount={fee} currency={currency} /> <span class="faint">({percent(interestRate)})</span>
      </Fact>
      <Fact name="To be paid back">
        <Money amount={BigInt(amount) + BigInt(fee)} currency={currency} />
      </Fact>
      <Fact name="Due" isLong>
        <time dateTime={dueOn}>{day(dueOn)}</time>, {daysInWords(settlementPeriod)} after {day(fundedOn)}
        {payBy !== dueOn && (
          <>
            ; that is a weekend, so it is to be paid by <time dateTime={payBy}>{day(payBy)}</time>
          </>
        )}
      </Fact>
    </dl>
  );
}
