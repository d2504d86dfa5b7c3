import { useEffect } from 'preact/hooks';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { Approvals } from '../../../../console-kit/approval/approvals.tsx';
import { QueueTotalsDocument, type QueueTotalsQuery } from '../../../../console-kit/generated/graphql.ts';
import { go, href } from '../../../../console-kit/route.ts';
import { whileAttended } from '../../../../console-kit/activity.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import { showHere } from '../../../../console-kit/list/page-here.ts';
import { LiveMark } from '../../../../console-kit/live/live-mark.tsx';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import { changesAny, useReload } from '../../../../console-kit/live/use-events.ts';
import { useCurrentInSight } from '../../../../console-kit/use-current-in-sight.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { QueueFilters } from './queue-filters.tsx';
import { askedOf, type QueueFilter, queueFilterHere } from './queue-filter.ts';
import { isList, type ListName, LIST_NAMES, LISTS } from './queue-lists.ts';
import type { QueueRow } from './queue-row.ts';
import { columnsOf } from './queue-rows.tsx';

/** Polling interval of an open list. */
const RELOAD_MS = 30_000;

/** The work list: its lists, each with the most urgent items first, and what waits for a second person. */
export function Queue({ list }: { list: string }) {
  if (list === APPROVALS) return <ApprovalsList />;
  return <WorkList name={isList(list) ? list : 'review'} />;
}

function WorkList({ name }: { name: ListName }) {
  useTitle(`${LISTS[name].title} – Queue`);
  const filter = queueFilterHere();
  const { narrowing } = LISTS[name];
  const shown = useList([name, filter], (page) => LISTS[name].load(filter, page));
  const addressOf = ({ address }: QueueRow) => href(...address, { from: name, ...filter });
  const tabs = useTabs(name, filter);

  const refresh = () => {
    shown.refresh();
    tabs.refresh();
  };
  useEffect(() => whileAttended(RELOAD_MS, refresh), [shown.refresh, tabs.refresh]);
  useReload(
    changesAny('funding', 'repayment', 'kyc', 'customer', 'assignment', 'snooze', 'approval'),
    refresh,
  );

  return (
    <>
      <ScreenHead title="Queue">
        <div class="filters">
          <Export list={`queue-${name}`} filter={exportOf(askedOf(filter, narrowing))} />
          <PartnerFilter value={filter.partner} choose={(partner) => showHere({ partner })} />
          <QueueFilters filter={filter} narrowing={narrowing} />
        </div>
      </ScreenHead>
      {tabs.menu}
      <p class="about">
        {LISTS[name].about} <LiveMark hasFailed={shown.error !== null} />
      </p>
      <List
        of={shown}
        columns={columnsOf(name, addressOf)}
        addressOf={addressOf}
        nothing={LISTS[name].nothing}
      >
        <p>What comes in appears here by itself.</p>
      </List>
    </>
  );
}

function ApprovalsList() {
  const tabs = useTabs(APPROVALS, queueFilterHere());
  return <Approvals tabs={tabs.menu} changed={tabs.refresh} />;
}

const exportOf = ({ filter, ...order }: ReturnType<typeof askedOf>) => ({ ...filter, ...order });

/** The list of changes that wait for a second person. It is no list of cases. */
const APPROVALS = 'approvals';
type TabName = ListName | typeof APPROVALS;
const TABS: readonly (readonly [name: TabName, title: string])[] = [
  ...LIST_NAMES.map((name) => [name, LISTS[name].title] as const),
  [APPROVALS, 'Approvals'],
];

/** The links to the lists with their counts, and a digit as the key of each. */
function useTabs(current: TabName, filter: QueueFilter) {
  const totals = useLoad('totals', () => run(QueueTotalsDocument, {}));
  const keys = TABS.map(
    ([name, title], at) =>
      [String(at + 1), { name: `the list “${title}”`, run: () => go(href('queue', name, filter)) }] as const,
  );
  useKeys(Object.fromEntries(keys));
  return { refresh: totals.refresh, menu: <Tabs current={current} filter={filter} totals={totals.data} /> };
}

interface TabsOptions {
  readonly current: TabName;
  readonly filter: QueueFilter;
  readonly totals: QueueTotalsQuery | null;
}

function Tabs({ current, filter, totals }: TabsOptions) {
  // The counts make the entries wider.
  const menu = useCurrentInSight(`${current} ${totals !== null}`);
  const countOf = (name: TabName) => (name === APPROVALS ? totals?.approvals : totals?.workList[name]);
  return (
    <nav class="tabs" aria-label="Lists" ref={menu}>
      {TABS.map(([name, title]) => (
        <a key={name} href={href('queue', name, filter)} aria-current={name === current ? 'page' : undefined}>
          {title}
          <span class="count">{countOf(name)?.totalCount.toLocaleString('en') ?? '·'}</span>
        </a>
      ))}
    </nav>
  );
}
