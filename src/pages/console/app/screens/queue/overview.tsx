import { run } from '../../../../console-kit/api.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { day, groupedAmount, words } from '../../../../console-kit/format.ts';
import { OverviewDocument, type OverviewQuery } from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { Empty, Loading } from '../../../../console-kit/parts.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { OutstandingMoney } from './outstanding.tsx';

type Overview = OverviewQuery['settlementOverview'];

const DAYS = 14;
const DAY_MS = 86_400_000;

/** Totals by status, decisions by day, what is outstanding, the money of the totals, and how long the oldest items have waited. */
export function OverviewScreen() {
  useTitle('Overview');
  const from = new Date(nowMs() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const loaded = useLoad(from, () => run(OverviewDocument, { from: `${from}T00:00:00Z` }));
  const { data, isLoading } = loaded;
  return (
    <>
      <div class="screen-head">
        <h1>Overview</h1>
      </div>
      <LoadFailed of={loaded} />
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && (
        <div class="overview">
          <Totals of={data.settlementOverview} />
          <Decisions of={data.settlementOverview} from={from} />
          <OutstandingMoney of={data.settlementOverview.outstanding} />
          <Money of={data.settlementOverview} />
          <Ages of={data.settlementOverview} />
        </div>
      )}
    </>
  );
}

const STATUSES = ['SUBMITTED', 'APPROVED', 'ACCEPTED', 'FUNDED', 'REPAID', 'REJECTED', 'DENIED'] as const;

/** A bar for each currency, in which each status has its share. */
function Totals({ of: { totals } }: { of: Overview }) {
  const currencies = [...Map.groupBy(totals, ({ currency }) => currency)];
  const most = Math.max(1, ...currencies.map(([, some]) => some.reduce((sum, { count }) => sum + count, 0)));
  return (
    <section class="card" aria-labelledby="totals-title">
      <h2 id="totals-title">Settlements by status and currency</h2>
      {currencies.length === 0 && <Empty title="There is no settlement yet." />}
      <div class="bars">
        {currencies.map(([currency, some]) => (
          <div class="bar-line" key={currency}>
            <span class="bar-name">{currency}</span>
            <span class="bar">
              {STATUSES.map((status) => {
                const count = some.find((each) => each.status === status)?.count ?? 0;
                return count === 0 ? null : (
                  <span
                    key={status}
                    class={`part ${status.toLowerCase()}`}
                    style={{ width: `${(count / most) * 100}%` }}
                    title={`${words(status)}: ${count.toLocaleString('en')}`}
                  >
                    <span>{count.toLocaleString('en')}</span>
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
      <ul class="legend">
        {STATUSES.map((status) => (
          <li key={status}>
            <span class={`part ${status.toLowerCase()}`} /> {words(status)}{' '}
            <b>
              {totals
                .reduce((sum, each) => (each.status === status ? sum + each.count : sum), 0)
                .toLocaleString('en')}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A table for each currency: how many settlements of each status there are, and the exact sum of their amounts. */
function Money({ of: { totals } }: { of: Overview }) {
  if (totals.length === 0) return null;
  return (
    <section class="card wide-card" aria-labelledby="money-title">
      <h2 id="money-title">Money by status and currency</h2>
      <div class="sums">
        {[...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, some]) => (
          <SumsOf key={currency} currency={currency} totals={some} />
        ))}
      </div>
    </section>
  );
}

function SumsOf({ currency, totals }: { currency: string; totals: Overview['totals'] }) {
  const listed = STATUSES.flatMap((status) => totals.filter((each) => each.status === status));
  return (
    <table class="rows tight totals">
      <caption>{currency}</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Settlements
          </th>
          <th scope="col" class="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {listed.map(({ status, count, amount }) => (
          <tr key={status}>
            <th scope="row">{words(status)}</th>
            <td class="number" data-title="Settlements">
              {count.toLocaleString('en')}
            </td>
            <td class="number" data-title="Amount">
              {groupedAmount(BigInt(amount), currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHART = { height: 110, column: 30 } as const;

/** Two columns a day: approved and denied. */
function Decisions({ of: { days }, from }: { of: Overview; from: string }) {
  const start = Date.parse(`${from}T00:00:00Z`);
  const all = Array.from({ length: DAYS }, (_, at) => {
    const date = new Date(start + at * DAY_MS).toISOString().slice(0, 10);
    return days.find((each) => each.date === date) ?? { date, approved: 0, denied: 0 };
  });
  const most = Math.max(1, ...all.flatMap(({ approved, denied }) => [approved, denied]));
  const scale = (count: number) => (count / most) * CHART.height;
  const approved = all.reduce((sum, each) => sum + each.approved, 0);
  const denied = all.reduce((sum, each) => sum + each.denied, 0);
  return (
    <section class="card" aria-labelledby="decisions-title">
      <h2 id="decisions-title">Approved and denied in {DAYS} days (UTC)</h2>
      <p class="big">
        <span class="accent">{approved.toLocaleString('en')}</span> approved,{' '}
        <span class="danger">{denied.toLocaleString('en')}</span> denied
      </p>
      <svg
        class="chart"
        viewBox={`0 0 ${DAYS * CHART.column} ${CHART.height + 24}`}
        role="img"
        aria-label={`${approved} approved and ${denied} denied in ${DAYS} days`}
      >
        <line x1="0" x2={DAYS * CHART.column} y1={CHART.height + 0.5} y2={CHART.height + 0.5} />
        {all.map((each, at) => (
          <g key={each.date}>
            <title>{`${day(each.date)}: ${each.approved} approved, ${each.denied} denied`}</title>
            <rect
              class="approved-column"
              x={at * CHART.column + 4}
              width="10"
              y={CHART.height - scale(each.approved)}
              height={scale(each.approved)}
              rx="2"
            />
            <rect
              class="denied-column"
              x={at * CHART.column + 16}
              width="10"
              y={CHART.height - scale(each.denied)}
              height={scale(each.denied)}
              rx="2"
            />
            <text x={at * CHART.column + CHART.column / 2} y={CHART.height + 17}>
              {each.date.slice(8)}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}

const AGE_TITLES: Readonly<Record<string, string>> = {
  1: 'up to 1 h',
  4: '4 h',
  24: '1 d',
  72: '3 d',
  168: '7 d',
  null: 'longer',
};
const AGE_LISTS = [
  { status: 'SUBMITTED', list: 'review', title: 'To review' },
  { status: 'ACCEPTED', list: 'disburse', title: 'To disburse' },
] as const;

/** How long settlements have waited: a column for each age, in warmer colours for the older ones. */
function Ages({ of: { ages } }: { of: Overview }) {
  return (
    <section class="card wide-card" aria-labelledby="ages-title">
      <h2 id="ages-title">How long the queue has waited</h2>
      <div class="ages">
        {AGE_LISTS.map(({ status, list, title }) => (
          <AgesOf key={status} title={title} list={list} ages={ages.filter((age) => age.status === status)} />
        ))}
      </div>
    </section>
  );
}

interface AgesOfOptions {
  readonly title: string;
  readonly list: string;
  readonly ages: Overview['ages'];
}

function AgesOf({ title, list, ages }: AgesOfOptions) {
  const all = ages.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...ages.map(({ count }) => count));
  const counts = ages.map(({ hoursMax, count }) => `${AGE_TITLES[String(hoursMax)]}: ${count}`).join(', ');
  return (
    <figure class="age-list">
      <figcaption>
        <a href={href('queue', list)}>{title}</a> <span class="count">{all.toLocaleString('en')}</span>
      </figcaption>
      <div class="age-columns" role="img" aria-label={`${title} by age: ${counts}`}>
        {ages.map(({ hoursMax, count }, at) => (
          <div class="age" key={String(hoursMax)}>
            <span class="age-count">{count === 0 ? '' : count.toLocaleString('en')}</span>
            <span class={`age-bar warm-${at}`} style={{ height: `${(count / most) * 100}%` }} />
            <span class="age-name">{AGE_TITLES[String(hoursMax)]}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
