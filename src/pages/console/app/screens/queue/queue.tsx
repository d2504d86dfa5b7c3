import { useEffect } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { QueueTotalsDocument, type QueueTotalsQuery } from '../../../../console-kit/generated/graphql.ts';
import { go, href, place } from '../../../../console-kit/route.ts';
import { whileAttended } from '../../../../console-kit/activity.ts';
import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { LiveMark } from '../../../../console-kit/live/live-mark.tsx';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import { ErrorNote, Loading } from '../../../../console-kit/parts.tsx';
import { changesAny, useReload } from '../../../../console-kit/live/use-events.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { filterOf, isList, type ListName, LIST_NAMES, LISTS } from './queue-lists.ts';
import { Rows } from './queue-rows.tsx';

/** Polling interval of an open list. */
const RELOAD_MS = 30_000;

/** The work list: four lists, each with the most urgent items first. */
export function Queue({ list }: { list: string }) {
  const name = isList(list) ? list : 'review';
  useTitle(`${LISTS[name].title} – Queue`);
  const { query } = place.value;
  const filter = { partner: query.get('partner') ?? '', currency: query.get('currency') ?? '' };
  const position = { after: query.get('after'), before: query.get('before') };
  const key = JSON.stringify([name, filter, position]);
  const { data, error, isLoading, reload } = useLoad(key, () => LISTS[name].load(filter, position));
  const totals = useLoad('totals', () => run(QueueTotalsDocument, {}));

  const reloadAll = () => {
    void reload();
    void totals.reload();
  };
  useEffect(() => whileAttended(RELOAD_MS, reloadAll), [reload, totals.reload]);
  useReload(changesAny('funding', 'kyc', 'customer'), reloadAll);

  const show = (change: Readonly<Record<string, string | null>>) =>
    go(href('queue', name, { ...filter, ...change }));
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
          <Export list={`queue-${name}`} filter={filterOf(filter, LISTS[name].hasCurrency)} />
          <PartnerFilter value={filter.partner} choose={(partner) => show({ partner })} />
          {LISTS[name].hasCurrency && (
            <CurrencyFilter value={filter.currency} choose={(currency) => show({ currency })} />
          )}
        </div>
      </div>
      <Tabs name={name} filter={filter} totals={totals.data} />
      <p class="about">
        {LISTS[name].about} <LiveMark hasFailed={error !== null} />
      </p>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && (
        <Rows
          name={name}
          rows={data.rows}
          previous={
            data.pageInfo.hasPreviousPage ? () => show({ before: data.pageInfo.startCursor ?? null }) : null
          }
          next={data.pageInfo.hasNextPage ? () => show({ after: data.pageInfo.endCursor ?? null }) : null}
        />
      )}
    </>
  );
}

interface TabsOptions {
  readonly name: ListName;
  readonly filter: { readonly partner: string; readonly currency: string };
  readonly totals: QueueTotalsQuery | null;
}

function Tabs({ name, filter, totals }: TabsOptions) {
  return (
    <nav class="tabs" aria-label="Lists">
      {LIST_NAMES.map((each) => (
        <a key={each} href={href('queue', each, filter)} aria-current={each === name ? 'page' : undefined}>
          {LISTS[each].title}
          <span class="count">{totals?.workList[each].totalCount.toLocaleString('en') ?? '·'}</span>
        </a>
      ))}
    </nav>
  );
}

function CurrencyFilter({ value, choose }: { value: string; choose: (currency: string) => void }) {
  return (
    <select aria-label="Currency" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">All currencies</option>
      {CURRENCIES.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </select>
  );
}
