import type { CaseSettlement } from '../../../../../console-kit/case-settlement.ts';
import { run } from '../../../../../console-kit/api.ts';
import { day, daysInWords, money, words } from '../../../../../console-kit/format.ts';
import { ServicingDocument } from '../../../../../console-kit/generated/graphql.ts';
import { changesAny, useReload } from '../../../../../console-kit/live/use-events.ts';
import { LoadFailed } from '../../../../../console-kit/load-failed.tsx';
import { Badge, Fact, Loading, Money } from '../../../../../console-kit/parts.tsx';
import { undoneIn } from '../../../../../console-kit/statement/undo.tsx';
import { useLoad } from '../../../../../console-kit/use-load.ts';
import { Repayments } from './repayments.tsx';
import { type Facts, ServicingActions, type ServicingOptions } from './servicing-actions.tsx';
import { Statement } from './statement.tsx';

/** What is owed for a settlement whose money was sent, what was paid, and what an operator may do about it. */
export function ServicingCard({ settlement, changed }: { settlement: CaseSettlement; changed: () => void }) {
  const { servicing } = settlement;
  return servicing && <Owed settlement={settlement} servicing={servicing} changed={changed} />;
}

/** Repayments and statement are read only here: a case whose money was not sent costs nothing more. */
function Owed({ settlement, servicing, changed }: ServicingOptions) {
  const { id, currency } = settlement;
  const loaded = useLoad(`servicing ${id}`, () => run(ServicingDocument, { id }));
  useReload(changesAny('funding', 'repayment'), loaded.refresh);
  const { data } = loaded;
  const found = data?.instantSettlement ?? null;
  const reload = () => {
    void loaded.reload();
    changed();
  };
  return (
    <section class="card servicing" aria-labelledby="servicing-title">
      <h2 id="servicing-title">
        <span>
          <span class="amount">
            <Money amount={servicing.outstanding} currency={currency} />
          </span>{' '}
          outstanding
        </span>{' '}
        <Badge of={servicing.state} />
      </h2>
      <Bar settlement={settlement} servicing={servicing} />
      <Days servicing={servicing} currency={currency} />
      <ServicingActions settlement={settlement} servicing={servicing} changed={reload} />
      <LoadFailed of={loaded} />
      {found === null && loaded.error === null && <Loading lines={4} />}
      {data !== null && found !== null && (
        <>
          <Repayments fundingId={id} repayments={found.repayments} currency={currency} changed={reload} />
          <Statement
            id={id}
            statement={found.statement}
            undone={undoneIn(data)}
            currency={currency}
            changed={reload}
          />
        </>
      )}
    </section>
  );
}

/** Paid, fee and principal as parts of one bar, each with its amount in words; after a write-off paid and the claim. */
function Bar({ settlement: { currency }, servicing }: { settlement: CaseSettlement; servicing: Facts }) {
  const parts = [
    { name: 'Paid', amount: servicing.paid, tone: 'paid' },
    ...(servicing.writtenOff === null
      ? [
          { name: 'Fee outstanding', amount: servicing.feeOutstanding, tone: 'fee' },
          { name: 'Principal outstanding', amount: servicing.principalOutstanding, tone: 'principal' },
        ]
      : [{ name: 'Claim', amount: servicing.claim, tone: 'claim' }]),
  ];
  const all = parts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      {all > 0 && (
        <div class="owed-bar" aria-hidden="true">
          {parts.map(
            ({ name, amount, tone }) =>
              amount > 0 && <span key={name} class={tone} style={{ flexGrow: amount / all }} />,
          )}
        </div>
      )}
      <dl class="facts owed-parts">
        {parts.map(({ name, amount, tone }) => (
          <Fact key={name} name={name}>
            <span class={`mark ${tone}`} aria-hidden="true" /> <Money amount={amount} currency={currency} />
          </Fact>
        ))}
      </dl>
    </>
  );
}

function Days({ servicing, currency }: { servicing: Facts; currency: string }) {
  const { fundedOn, dueOn, originalDueOn, payBy, daysPastDue, closedOn, writtenOff } = servicing;
  return (
    <dl class="facts">
      <Fact name="Sent on">{day(fundedOn)}</Fact>
      <Fact name="Due on">
        {day(dueOn)}
        {dueOn !== originalDueOn && <span class="faint line">at first {day(originalDueOn)}</span>}
      </Fact>
      <Fact name="To be paid by">
        {day(payBy)}
        {daysPastDue > 0 && <span class="warning">{daysInWords(daysPastDue)} ago</span>}
      </Fact>
      {closedOn !== null && <Fact name="Closed on">{day(closedOn)}</Fact>}
      {servicing.reported > 0 && (
        <Fact name="Reported, not confirmed">{money(servicing.reported, currency)}</Fact>
      )}
      {servicing.excess > 0 && <Fact name="Excess held">{money(servicing.excess, currency)}</Fact>}
      {servicing.refundReceivable > 0 && (
        <Fact name="Refunded too early">{money(servicing.refundReceivable, currency)}</Fact>
      )}
      {writtenOff !== null && (
        <Fact name="Written off" isLong>
          {money(writtenOff.principal + writtenOff.fee, currency)} on {day(writtenOff.on)}:{' '}
          {words(writtenOff.code).toLowerCase()}
        </Fact>
      )}
    </dl>
  );
}
