import { moment } from '../../../../console-kit/format.ts';
import { CompanyName, LongName } from '../../../../console-kit/list/company-name.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Age, Badge, Money } from '../../../../console-kit/parts.tsx';
import { type ListName, LISTS, type QueueRow } from './queue-lists.ts';

/** The columns of one of the lists. */
export function columnsOf(name: ListName, addressOf: (row: QueueRow) => string): readonly Column<QueueRow>[] {
  const what: Column<QueueRow> =
    name === 'warnings'
      ? { title: 'KYC', show: ({ warned }) => warned?.kyc && <Badge of={warned.kyc.status} /> }
      : {
          title: 'Amount',
          kind: 'number',
          show: ({ settlement }) => settlement && <Money {...settlement} />,
        };
  return [
    {
      title: 'Company',
      kind: 'name',
      show: (row) => <CompanyName name={row.companyName} country={row.country} to={addressOf(row)} />,
    },
    { title: 'Partner', show: ({ partnerName }) => <LongName>{partnerName}</LongName> },
    what,
    {
      title: LISTS[name].column,
      kind: 'number',
      show: ({ at }) => <Age at={at} until={name === 'lapsing'} />,
    },
    { title: 'State', kind: 'marks', show: ({ settlement }) => settlement && <Marks {...settlement} /> },
  ];
}

function Marks({ claim, kycChanged }: NonNullable<QueueRow['settlement']>) {
  return (
    <>
      {kycChanged && <span class="badge bad">KYC changed</span>}
      {claim && (
        <span class="badge plain" title={`Until ${moment(claim.expiresAt)} (${claim.expiresAt})`}>
          {claim.mine ? 'Yours' : (claim.actorName ?? 'Claimed')}
        </span>
      )}
    </>
  );
}
