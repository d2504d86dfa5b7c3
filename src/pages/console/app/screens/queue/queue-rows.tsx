import { SnoozeMark } from '../../../../console-kit/snooze/snooze.tsx';
import { Due, LateMark, WithDue } from '../../../../console-kit/due-times.tsx';
import { day, daysInWords, moment } from '../../../../console-kit/format.ts';
import { CompanyName, LongName } from '../../../../console-kit/list/company-name.tsx';
import { HowPaid } from '../../../../console-kit/list/how-paid.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Age, Badge, Money } from '../../../../console-kit/parts.tsx';
import type { ListName } from './queue-lists.ts';
import type { QueueRow } from './queue-row.ts';

type QueueColumn = Column<QueueRow>;

const AMOUNT: QueueColumn = {
  title: 'Amount',
  kind: 'number',
  show: ({ settlement }) => settlement && <Money {...settlement} />,
};
/** How long ago a row began to wait, or until when it waits, with its due time. */
const waiting = (title: string, until = false): QueueColumn => ({
  title,
  kind: 'number',
  show: ({ at, dueAt }) => (
    <WithDue of={dueAt}>
      <Age at={at} until={until} />
    </WithDue>
  ),
});
const WAITING = waiting('Waiting');

/** An amount of what is owed, in the currency of the settlement. */
const owedAmount = (title: string, name: 'outstanding' | 'excess'): QueueColumn => ({
  title,
  kind: 'number',
  show: ({ settlement, owed }) =>
    settlement && owed && <Money amount={owed[name]} currency={settlement.currency} />,
});

/** The columns that only one list has. */
const COLUMNS: Readonly<Record<ListName, readonly QueueColumn[]>> = {
  review: [AMOUNT, WAITING],
  disburse: [AMOUNT, WAITING],
  lapsing: [AMOUNT, waiting('Lapses in', true)],
  warnings: [
    { title: 'KYC', show: ({ warned }) => warned?.kyc && <Badge of={warned.kyc.status} /> },
    waiting('Changed'),
  ],
  overdue: [
    owedAmount('Outstanding', 'outstanding'),
    { title: 'To be paid by', kind: 'number', show: ({ owed }) => owed && day(owed.payBy) },
    {
      title: 'Overdue',
      kind: 'number',
      show: ({ owed, dueAt }) => owed && <WithDue of={dueAt}>{daysInWords(owed.daysPastDue)}</WithDue>,
    },
  ],
  reported: [
    {
      title: 'Reported',
      kind: 'number',
      show: ({ reported }) => reported && <Money {...reported} />,
    },
    {
      title: 'Paid on',
      kind: 'number',
      show: ({ reported }) => reported && day(reported.receivedOn),
    },
    { title: 'How', show: ({ reported }) => reported && <HowPaid {...reported} /> },
    WAITING,
  ],
  excess: [
    owedAmount('Excess', 'excess'),
    owedAmount('Outstanding', 'outstanding'),
    { title: 'Due', kind: 'number', show: ({ dueAt }) => dueAt !== null && <Due at={dueAt} /> },
  ],
};

/** The columns of one of the lists. */
export const columnsOf = (name: ListName, addressOf: (row: QueueRow) => string): readonly QueueColumn[] => [
  {
    title: 'Company',
    kind: 'name',
    show: (row) => <CompanyName name={row.companyName} country={row.country} to={addressOf(row)} />,
  },
  { title: 'Partner', show: ({ partnerName }) => <LongName>{partnerName}</LongName> },
  ...COLUMNS[name],
  { title: 'State', kind: 'marks', show: (row) => <Marks {...row} /> },
];

function Marks({ settlement, reported, dueAt, snooze }: QueueRow) {
  const claim = settlement?.claim ?? null;
  return (
    <>
      {dueAt !== null && <LateMark at={dueAt} />}
      <SnoozeMark snooze={snooze} />
      {reported?.longUnanswered === true && <span class="badge wait">Over 3 days</span>}
      {settlement?.kycChanged === true && <span class="badge bad">KYC changed</span>}
      {settlement?.assignment && (
        <span class="badge plain" title="Responsible">
          {settlement.assignment.actorName ?? 'Assigned'}
        </span>
      )}
      {claim && (
        <span class="badge plain" title={`Until ${moment(claim.expiresAt)} (${claim.expiresAt})`}>
          {claim.mine ? 'Yours' : (claim.actorName ?? 'Claimed')}
        </span>
      )}
    </>
  );
}
