import { useEffect, useRef, useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { moment } from '../../../../console-kit/format.ts';
import { QueueTotalsDocument } from '../../../../console-kit/generated/graphql.ts';
import { go, href, place } from '../../../../console-kit/route.ts';
import { whileAttended } from '../../../../console-kit/live/activity.ts';
import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { LiveMark } from '../../../../console-kit/live/live-mark.tsx';
import { PartnerFilter } from '../../../../console-kit/list/partner-filter.tsx';
import {
  Age,
  Badge,
  Country,
  Empty,
  ErrorNote,
  Key,
  Loading,
  Money,
} from '../../../../console-kit/parts.tsx';
import { changesAny, useReload } from '../../../../console-kit/live/use-events.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { filterOf, isList, type ListName, LIST_NAMES, LISTS, type QueueRow } from './queue-lists.ts';

/** How often an open screen is loaded again, to show new items. */
const RELOAD_MS = 30_000;

/** The work list: four lists, each with the most urgent items first. */
export function Queue({ list }: { list: string }) {
  const name = isList(list) ? list : 'review';
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
    go(href('queue', name, { ...filter, ...change }), { replace: true });
  const tabKeys = LIST_NAMES.map(
    (each, at) => [String(at + 1), () => go(href('queue', each, filter))] as const,
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
            <select
              aria-label="Currency"
              value={filter.currency}
              onChange={({ currentTarget }) => show({ currency: currentTarget.value })}
            >
              <option value="">All currencies</option>
              {CURRENCIES.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </div>
      </div>
      <nav class="tabs" aria-label="Lists">
        {LIST_NAMES.map((each) => (
          <a
            key={each}
            href={href('queue', each, { partner: filter.partner, currency: filter.currency })}
            aria-current={each === name ? 'page' : undefined}
          >
            {LISTS[each].title}
            <span class="count">{totals.data?.workList[each].totalCount.toLocaleString('en') ?? '·'}</span>
          </a>
        ))}
      </nav>
      <p class="about">
        {LISTS[name].about} <LiveMark />
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

interface RowsOptions {
  readonly name: ListName;
  readonly rows: readonly QueueRow[];
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

function Rows({ name, rows, previous, next }: RowsOptions) {
  // By its id: what comes in above it must not put another case under the Enter key.
  const [choice, setChoice] = useState<{ readonly id: string; readonly at: number } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const found = rows.findIndex(({ id }) => id === choice?.id);
  const chosen = found >= 0 ? found : Math.min(choice?.at ?? 0, Math.max(0, rows.length - 1));
  const choose = (at: number) => {
    const row = rows[at];
    if (row !== undefined) setChoice({ id: row.id, at });
  };
  const { partner, currency } = Object.fromEntries(place.value.query);
  const addressOf = ({ address }: QueueRow) =>
    href(...address, { from: name, partner: partner ?? null, currency: currency ?? null });

  const move = (to: number) => {
    const limited = Math.max(0, Math.min(rows.length - 1, to));
    choose(limited);
    body.current?.rows[limited]?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({
    j: () => move(chosen + 1),
    ArrowDown: () => move(chosen + 1),
    k: () => move(chosen - 1),
    ArrowUp: () => move(chosen - 1),
    Enter: () => {
      const row = rows[chosen];
      if (row !== undefined) go(addressOf(row));
    },
    n: () => next?.(),
    p: () => previous?.(),
  });

  if (rows.length === 0)
    return (
      <Empty title={LISTS[name].nothing}>
        <p>What comes in appears here by itself.</p>
      </Empty>
    );
  return (
    <>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col">Partner</th>
            {name === 'warnings' ? (
              <th scope="col">KYC</th>
            ) : (
              <th scope="col" class="number">
                Amount
              </th>
            )}
            <th scope="col" class="number">
              {LISTS[name].column}
            </th>
            <th scope="col">
              <span class="hidden">State</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr
              key={row.id}
              aria-selected={index === chosen}
              onClick={() => go(addressOf(row))}
              onMouseMove={() => choose(index)}
            >
              <th scope="row">
                <a href={addressOf(row)}>{row.companyName}</a>
                <Country of={row.country} />
              </th>
              <td>{row.partnerName}</td>
              <td class={name === 'warnings' ? undefined : 'number'}>
                <What row={row} />
              </td>
              <td class="number">
                <Age at={row.at} until={name === 'lapsing'} />
              </td>
              <td class="marks">
                <Marks row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pager">
        <p class="faint">
          <Key>j</Key> <Key>k</Key> choose, <Key>Enter</Key> open, <Key>1</Key>–<Key>4</Key> lists
        </p>
        {(previous !== null || next !== null) && (
          <>
            <button type="button" class="quiet" disabled={previous === null} onClick={() => previous?.()}>
              Previous <Key>p</Key>
            </button>
            <button type="button" class="quiet" disabled={next === null} onClick={() => next?.()}>
              Next <Key>n</Key>
            </button>
          </>
        )}
      </div>
    </>
  );
}

function What({ row: { settlement, warned } }: { row: QueueRow }) {
  if (settlement === null) return warned?.kyc ? <Badge of={warned.kyc.status} /> : null;
  return <Money amount={settlement.amount} currency={settlement.currency} />;
}

function Marks({ row: { settlement } }: { row: QueueRow }) {
  if (settlement === null) return null;
  const { claim, kycChanged } = settlement;
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
