import { useMemo, useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { run } from '../../../../console-kit/api.ts';
import { day, words } from '../../../../console-kit/format.ts';
import { TransactionsDocument } from '../../../../console-kit/generated/graphql.ts';
import { Table } from '../../../../console-kit/list/table.tsx';
import { NotedButton } from '../../../../console-kit/noted.tsx';
import { Fact, QuietButton, Raw } from '../../../../console-kit/parts.tsx';
import {
  besideRequest,
  minorOf,
  readTransactions,
  shownAmount,
  type Transactions as Read,
} from './read-transactions.ts';

/** Rows of a page: few enough that the facts below stay near. Two megabytes may have a hundred thousand. */
const PAGE_ROWS = 10;

/** The transactions that the partner sent. Opening them is recorded in the trail, so it takes a click. */
export function Transactions({ settlement }: { settlement: CaseSettlement }) {
  const [sent, setSent] = useState<{ readonly json: unknown } | null>(null);
  const show = async () => {
    const { instantSettlement } = await run(TransactionsDocument, { id: settlement.id });
    setSent({ json: instantSettlement?.transactions ?? {} });
  };
  // The case is drawn again after each event; two megabytes are added up once.
  const read = useMemo(
    () => (sent === null ? null : readTransactions(sent.json, settlement.currency)),
    [sent, settlement.currency],
  );
  if (sent === null) return <NotedButton show={show}>Show transactions</NotedButton>;
  return (
    <div class="transactions">
      <h3>Transactions</h3>
      {read === null ? (
        <p class="faint">They are in a form of the partner’s own, so nothing is added up.</p>
      ) : (
        <>
          <Summary read={read} settlement={settlement} />
          {!read.isStated && read.count > 0 && <Rows read={read} />}
        </>
      )}
      <AsSent json={sent.json} isOpen={read === null} />
    </div>
  );
}

function AsSent({ json, isOpen }: { json: unknown; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen);
  if (isShown) return <Raw name="Transactions as they were sent">{JSON.stringify(json, null, 2)}</Raw>;
  return <QuietButton onClick={() => setShown(true)}>Show as sent</QuietButton>;
}

/** Count, sum and period, and how the sum compares with the requested amount. */
function Summary({ read, settlement: { amount, currency } }: { read: Read; settlement: CaseSettlement }) {
  const { count, withoutAmount, sums, firstDay, lastDay, haveDecimals, isStated, stated } = read;
  const [only, ...others] = sums;
  const sum = only === undefined || others.length > 0 || only.currency !== currency ? null : only.sum;
  const minor = sum === null ? null : minorOf(sum, currency, haveDecimals);
  const statedMinor = stated.sum === null ? null : minorOf(stated.sum, currency, haveDecimals);
  return (
    <>
      <dl class="facts">
        <Fact name="Count">
          {count.toLocaleString('en')}
          {stated.count !== null && stated.count !== count && (
            <span class="warning">The partner says {stated.count.toLocaleString('en')}.</span>
          )}
        </Fact>
        <Fact name="Sum">
          {sums.length === 0 && '–'}
          {sums.map((each) => (
            <span class="money line" key={each.currency}>
              {shownAmount(each.sum, each.currency, haveDecimals)}
            </span>
          ))}
          {stated.sum !== null && minor !== null && statedMinor !== minor && (
            <span class="warning">The partner says {shownAmount(stated.sum, currency, haveDecimals)}.</span>
          )}
        </Fact>
        <Fact name="Period">
          {firstDay === null || lastDay === null ? '–' : `${day(firstDay)} to ${day(lastDay)}`}
        </Fact>
      </dl>
      <p class="beside">
        {minor !== null && besideRequest(minor, amount, currency)}
        {minor === null && sums.length > 0 && 'The sum and the request are in different currencies or units.'}
        {isStated && ' The partner sent no list; count and sum are what it says.'}
        {withoutAmount > 0 && ` Not in the sum: ${withoutAmount.toLocaleString('en')} without an amount.`}
        {haveDecimals && ' The amounts have decimals, so they are no minor units.'}
      </p>
    </>
  );
}

/** A page of the transactions. */
function Rows({ read }: { read: Read }) {
  const [from, setFrom] = useState(0);
  const { count, haveDecimals } = read;
  const to = Math.min(from + PAGE_ROWS, count);
  return (
    <>
      <Table
        rows={read.slice(from, to).map((row, at) => ({ ...row, text: row.id, id: String(from + at) }))}
        columns={[
          {
            title: 'Date',
            kind: 'name',
            show: ({ day: on, text }) => (
              <>
                {on === null ? '–' : day(on)}
                {text !== '' && <span class="faint line">{text}</span>}
              </>
            ),
          },
          {
            title: 'What',
            show: ({ type, status, settlesOn }) => (
              <>
                {words([type, status].filter((text) => text !== '').join(', ')) || '–'}
                {settlesOn !== null && <span class="faint line">Settles {day(settlesOn)}</span>}
              </>
            ),
          },
          {
            title: 'Amount',
            kind: 'number',
            show: ({ amount, currency }) =>
              amount === null ? '–' : shownAmount(amount, currency, haveDecimals),
          },
        ]}
        look="tight"
        label="Transactions"
      />
      {count > PAGE_ROWS && (
        <div class="pager">
          <p role="status">
            {(from + 1).toLocaleString('en')}–{to.toLocaleString('en')} of {count.toLocaleString('en')}
          </p>
          <QuietButton disabled={from === 0} onClick={() => setFrom(from - PAGE_ROWS)}>
            Previous
          </QuietButton>
          <QuietButton disabled={to === count} onClick={() => setFrom(to)}>
            Next
          </QuietButton>
        </div>
      )}
    </>
  );
}
