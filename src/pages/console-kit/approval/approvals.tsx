import type { ComponentChildren } from 'preact';
import { ScreenHead } from '../screen.tsx';
import { run } from '../api.ts';
import {
  type ApprovalFactsFragment,
  PendingApprovalsDocument,
  type TwoPeopleOperation,
} from '../generated/graphql.ts';
import { Export } from '../list/export.tsx';
import { CompanyName, LongName } from '../list/company-name.tsx';
import { FilterFields } from '../list/filter-fields.tsx';
import { filterHere } from '../list/filter-members.ts';
import { List, useList } from '../list/list.tsx';
import type { Column } from '../list/table.tsx';
import { changesAny, useReload } from '../live/use-events.ts';
import { Age, Money } from '../parts.tsx';
import { href } from '../route.ts';
import { useTitle } from '../use-title.ts';
import { changeInWords } from '../check.tsx';

const addressOf = ({ id }: ApprovalFactsFragment) => href('approval', id);

/** The screens of records that are no settlements, by the change. */
const SCREENS: Readonly<Partial<Record<TwoPeopleOperation, readonly [name: string, screen: string]>>> = {
  CLOSE_BOOKS: ['The books', 'settings'],
  PROVIDER_SETTINGS: ['Settings of the provider', 'settings'],
  OPERATOR: ['Operators', 'operators'],
  OPERATOR_KEY: ['Partners', 'partners'],
  BULK: ['Many repayments', 'import'],
};

/** The record that a change is about, as a link to its screen. */
export function ObjectOf({ of: { settlement, objectId, operation } }: { of: ApprovalFactsFragment }) {
  if (settlement !== null)
    return (
      <CompanyName
        name={settlement.customer.companyName}
        country={settlement.customer.companyCountry}
        to={href('case', settlement.id)}
      />
    );
  if (objectId?.startsWith('par_')) return <a href={href('partner', objectId)}>The partner</a>;
  if (objectId?.startsWith('pol_')) return <a href={href('policy', objectId)}>The policy</a>;
  const [name, screen] = SCREENS[operation] ?? [];
  if (name !== undefined && screen !== undefined) return <a href={href(screen)}>{name}</a>;
  return objectId === null ? <span class="faint">a new record</span> : <code>{objectId}</code>;
}

const COLUMNS: readonly Column<ApprovalFactsFragment>[] = [
  { title: 'Change', kind: 'name', show: (row) => <a href={addressOf(row)}>{changeInWords(row)}</a> },
  { title: 'About', show: (row) => <ObjectOf of={row} /> },
  {
    title: 'Amount',
    kind: 'number',
    show: ({ amounts }) =>
      amounts.map((each) => (
        <span key={each.currency} class="line">
          <Money {...each} />
        </span>
      )),
  },
  { title: 'Asked by', show: ({ own, makerName }) => (own ? 'You' : <LongName>{makerName}</LongName>) },
  { title: 'Waiting', kind: 'number', show: ({ createdAt }) => <Age at={createdAt} /> },
  { title: 'Lapses in', kind: 'number', show: ({ expiresAt }) => <Age at={expiresAt} until /> },
];

interface ApprovalsOptions {
  /** The links to the other lists. */
  readonly tabs: ComponentChildren;
  /** Called when the list may have changed. */
  readonly changed: () => void;
}

/** What waits for a second person, the newest first. */
export function Approvals({ tabs, changed }: ApprovalsOptions) {
  useTitle('Approvals – Queue');
  const filter = filterHere('PendingApprovalFilter');
  const shown = useList(
    ['approvals', filter],
    async (page) => (await run(PendingApprovalsDocument, { ...page, filter, counted: true })).page,
  );
  useReload(changesAny('approval'), () => {
    shown.refresh();
    changed();
  });
  return (
    <>
      <ScreenHead title="Queue">
        <div class="filters">
          <Export list="queue-approvals" filter={filter} />
          <FilterFields of="PendingApprovalFilter" />
        </div>
      </ScreenHead>
      {tabs}
      <p class="about">
        Changes that one person asked for and that another one must approve, the newest first.
      </p>
      <List of={shown} columns={COLUMNS} addressOf={addressOf} nothing="Nothing waits for a second person.">
        <p>The settings say which changes need two people.</p>
      </List>
    </>
  );
}
