import { useEffect } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
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

/** The work list: its lists, each with the most urgent items first. */
export function Queue({ list }: { list: string }) {
  const name = isList(list) ? list : 'review';
  useTitle(`${LISTS[name].title} – Queue`);
  const filter = queueFilterHere();
  const { narrowing } = LISTS[name];
  const shown = useList([name, filter], (page) => LISTS[name].load(filter, page));
  const addressOf = ({ address }: QueueRow) => href(...address, { from: name, ...filter });
  const totals = useLoad('totals', () => run(QueueTotalsDocument, {}));

  const refresh = () => {
    shown.refresh();
    totals.refresh();
  };
  useEffect(() => whileAttended(RELOAD_MS, refresh), [shown.refresh, totals.refresh]);
  useReload(changesAny('funding', 'repayment', 'kyc', 'customer', 'assignment', 'snooze'), refresh);

  const tabKeys = LIST_NAMES.map(
    (each, at) =>
      [
        String(at + 1),
        { name: `the list “${LISTS[each].title}”`, run: () => go(href('queue', each, filter)) },
      ] as const,
  );
  useKeys(Object.fromEntries(tabKeys));

  return (
    <>
      <div class="screen-head">
        <h1>Queue</h1>
        <div class="filters">
          <Export list={`queue-${name}`} filter={exportOf(askedOf(filter, narrowing))} />
          <PartnerFilter value={filter.partner} choose={(partner) => showHere({ partner })} />
          <QueueFilters filter={filter} narrowing={narrowing} />
        </div>
      </div>
      <Tabs name={name} filter={filter} totals={totals.data} />
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

const exportOf = ({ filter, ...order }: ReturnType<typeof askedOf>) => ({ ...filter, ...order });

interface TabsOptions {
  readonly name: ListName;
  readonly filter: QueueFilter;
  readonly totals: QueueTotalsQuery | null;
}

function Tabs({ name, filter, totals }: TabsOptions) {
  // The counts make the entries wider.
  const menu = useCurrentInSight(`${name} ${totals !== null}`);
  return (
    <nav class="tabs" aria-label="Lists" ref={menu}>
      {LIST_NAMES.map((each) => (
        <a key={each} href={href('queue', each, filter)} aria-current={each === name ? 'page' : undefined}>
          {LISTS[each].title}
          <span class="count">{totals?.workList[each].totalCount.toLocaleString('en') ?? '·'}</span>
        </a>
      ))}
    </nav>
  );
}
