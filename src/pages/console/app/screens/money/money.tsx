import { run } from '../../../../console-kit/api.ts';
import { day, money, words } from '../../../../console-kit/format.ts';
import {
  JournalDocument,
  type JournalLineFragment,
  type RepaymentLineFragment,
  RepaymentsDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { CompanyName, LongName } from '../../../../console-kit/list/company-name.tsx';
import { HowPaid } from '../../../../console-kit/list/how-paid.tsx';
import { Export } from '../../../../console-kit/list/export.tsx';
import { FilterFields } from '../../../../console-kit/list/filter-fields.tsx';
import { filterHere } from '../../../../console-kit/list/filter-members.ts';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { changesAny, useReload } from '../../../../console-kit/live/use-events.ts';
import { Badge, Money as Amount } from '../../../../console-kit/parts.tsx';
import { href } from '../../../../console-kit/route.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { MoneyHead } from './money-head.tsx';
import { PartnerStatement } from './partner-statement.tsx';

/** All money that came back, the journal, and the statement of a partner: the lists of bookkeepers. */
export function Money({ list }: { list: string }) {
  if (list === 'journal') return <Journal />;
  return list === 'statement' ? <PartnerStatement /> : <Repayments />;
}

interface HeadOptions {
  readonly list: 'repayments' | 'journal';
  readonly filter: 'RepaymentFilter' | 'JournalFilter';
}

const Head = ({ list, filter }: HeadOptions) => (
  <>
    <MoneyHead list={list}>
      <Export list={list} filter={filterHere(filter)} />
    </MoneyHead>
    <div class="filters above gap">
      <FilterFields of={filter} />
    </div>
  </>
);

const caseOf = (id: string) => href('case', id);

function Repayments() {
  useTitle('Repayments');
  const filter = filterHere('RepaymentFilter');
  const shown = useList(
    ['repayments', filter],
    async (page) => (await run(RepaymentsDocument, { ...page, filter })).repayments,
  );
  useReload(changesAny('repayment'), shown.refresh);
  return (
    <>
      <Head list="repayments" filter="RepaymentFilter" />
      <List
        of={shown}
        columns={REPAYMENT}
        addressOf={({ settlement }) => caseOf(settlement.id)}
        nothing="There is no such repayment."
      >
        <p>Repayments are recorded on the page of a case, or by a partner’s report.</p>
      </List>
    </>
  );
}

const REPAYMENT: readonly Column<RepaymentLineFragment>[] = [
  {
    title: 'Company',
    kind: 'name',
    show: ({ settlement: { id, customer } }) => (
      <CompanyName name={customer.companyName} country={customer.companyCountry} to={caseOf(id)} />
    ),
  },
  { title: 'Partner', show: ({ settlement }) => <LongName>{settlement.partner?.name}</LongName> },
  { title: 'Amount', kind: 'number', show: (row) => <Amount {...row} /> },
  { title: 'Received on', kind: 'number', show: ({ receivedOn }) => day(receivedOn) },
  { title: 'How', show: (row) => <HowPaid {...row} /> },
  { title: 'Status', kind: 'marks', show: ({ status }) => <Badge of={status} /> },
];

function Journal() {
  useTitle('Journal');
  const filter = filterHere('JournalFilter');
  const shown = useList(['journal', filter], async (page) => {
    const { nodes, pageInfo } = (await run(JournalDocument, { ...page, filter })).journal;
    return { nodes: nodes.map((entry) => ({ ...entry, id: entry.entryId })), pageInfo };
  });
  useReload(changesAny('funding', 'repayment'), shown.refresh);
  return (
    <>
      <Head list="journal" filter="JournalFilter" />
      <List
        of={shown}
        columns={ENTRY}
        addressOf={({ fundingId }) => caseOf(fundingId)}
        nothing="There is no such entry."
      />
    </>
  );
}

const ENTRY: readonly Column<JournalLineFragment>[] = [
  {
    title: 'Entry',
    kind: 'name',
    show: ({ kind, entryId, fundingId }) => (
      <>
        <a href={caseOf(fundingId)}>{words(kind)}</a>
        <code class="faint line">{entryId}</code>
      </>
    ),
  },
  {
    title: 'Posted',
    kind: 'number',
    show: ({ postedOn, effectiveOn }) => (
      <span>
        {day(postedOn)}
        {effectiveOn !== postedOn && <span class="faint line">true for {day(effectiveOn)}</span>}
      </span>
    ),
  },
  { title: 'Debit', show: (entry) => <Legs of={entry} sign={1} /> },
  { title: 'Credit', show: (entry) => <Legs of={entry} sign={-1} /> },
];

/** The debits or the credits of an entry, each with its account. */
const Legs = ({ of: { legs, currency }, sign }: { of: JournalLineFragment; sign: 1 | -1 }) => (
  <span>
    {legs
      .filter(({ amount }) => Math.sign(amount) === sign)
      .map(({ account, amount }) => (
        <span key={account} class="line leg">
          <span class="faint">{words(account)}</span> {money(Math.abs(amount), currency)}
        </span>
      ))}
  </span>
);
