import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { feeOf } from '../../../../../kernel/rate.ts';
import { daysInWords, inAYear, percent, words } from '../../../../console-kit/format.ts';
import { href } from '../../../../console-kit/route.ts';
import { Age, Fact, IdFact, Money, Time, TimeFact } from '../../../../console-kit/parts.tsx';
import { Due } from '../../../../console-kit/due-times.tsx';
import { SnoozeFact } from '../../../../console-kit/snooze/snooze.tsx';
import { Responsible } from './responsible.tsx';
import { Transactions } from './transactions.tsx';

/** The request for funding and its terms. */
export function Terms({ settlement, changed }: { settlement: CaseSettlement; changed: () => void }) {
  const { partner, denialReason, decisionReason, denialNote, disbursementReference } = settlement;
  const { amount, currency, interestRate, settlementPeriod } = settlement;
  return (
    <section class="card" aria-labelledby="terms-title">
      <h2 id="terms-title">
        <span class="amount">
          <Money amount={amount} currency={currency} />
        </span>
      </h2>
      <dl class="facts">
        <Fact name="Partner">
          <a href={href('partner', partner?.id ?? '')}>{partner?.name}</a>
        </Fact>
        <Fact name="Period">{daysInWords(settlementPeriod)}</Fact>
        <Fact name="Interest rate">{percent(interestRate)}</Fact>
        <Fact name="Fee at that rate">
          <Money amount={feeOf(amount, interestRate)} currency={currency} />
          <span class="faint line">{inAYear(amount, interestRate, settlementPeriod)}</span>
        </Fact>
        <Fact name="Chargeback rate">{percent(settlement.accountChargebackRate)}</Fact>
        <Fact name="Refund rate">{percent(settlement.accountRefundRate)}</Fact>
        <Fact name="Requested">
          <Time at={settlement.createdAt} />{' '}
          <span class="faint short">({<Age at={settlement.createdAt} />})</span>
        </Fact>
        {settlement.offerExpiresAt !== null && <TimeFact name="Offer until" at={settlement.offerExpiresAt} />}
        {denialReason !== null && <Fact name="Denied for">{words(denialReason)}</Fact>}
        {denialNote !== null && (
          <Fact name="Note of the operator" isLong>
            {denialNote}
          </Fact>
        )}
        {decisionReason !== null && (
          <Fact name="Reason of the partner" isLong>
            {decisionReason}
          </Fact>
        )}
        {disbursementReference !== null && <Fact name="Payment">{disbursementReference}</Fact>}
        <Fact name="Responsible" isLong>
          <Responsible settlement={settlement} changed={changed} />
        </Fact>
        {settlement.dueAt !== null && (
          <Fact name="Work due">
            <Time at={settlement.dueAt} /> <Due at={settlement.dueAt} />
          </Fact>
        )}
        <SnoozeFact id={settlement.id} snooze={settlement.snooze} changed={changed} />
        <IdFact id={settlement.id} />
      </dl>
      <Transactions key={settlement.id} settlement={settlement} />
    </section>
  );
}
