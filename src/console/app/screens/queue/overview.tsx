import { run } from '../../api.ts';
import { day, span, words } from '../../format.ts';
import { OverviewDocument, type OverviewQuery } from '../../generated/graphql.ts';
import { href } from '../../route.ts';
import { Empty, ErrorNote, Loading } from '../../ui/parts.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { LIST_NAMES, LISTS } from './queue-lists.ts';

type Overview = OverviewQuery['settlementOverview'];

const DAYS = 14;
const DAY_MS = 86_400_000;

/** Totals by status, decisions by day, and how long the oldest items have waited. */
export function OverviewScreen() {
  const from = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data, error, isLoading, reload } = useLoad(from, () =>
    run(OverviewDocument, { from: `${from}T00:00:00Z` }),
  );
  return (
    <>
      <div class="screen-head">
        <h1>Overview</h1>
      </div>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && (
        <div class="overview">
          <Totals of={data.settlementOverview} />
          <Decisions of={data.settlementOverview} from={from} />
          <Ages />
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
                    {count.toLocaleString('en')}
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
            <span class={`part ${status.toLowerCase()}`} /> {words(status)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const CHART = { height: 130, column: 44 } as const;

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
      <h2 id="decisions-title">Approved and denied in {DAYS} days</h2>
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
              x={at * CHART.column + 6}
              width="15"
              y={CHART.height - scale(each.approved)}
              height={scale(each.approved)}
              rx="2"
            />
            <rect
              class="denied-column"
              x={at * CHART.column + 23}
              width="15"
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

/** How long the first item of each list has waited; the lists begin with the most urgent one. */
function Ages() {
  const { data, error } = useLoad('ages', async () => {
    const firsts = LIST_NAMES.map(async (name) => {
      const { rows } = await LISTS[name].load({ partner: '', currency: '' }, {}, 1);
      return { name, at: rows[0]?.at ?? null };
    });
    return Promise.all(firsts);
  });
  if (error !== null) return <ErrorNote error={error} />;
  return (
    <section class="card" aria-labelledby="ages-title">
      <h2 id="ages-title">The most urgent of each list</h2>
      <dl class="facts">
        {data?.map(({ name, at }) => (
          <div class="fact" key={name}>
            <dt>{LISTS[name].title}</dt>
            <dd>
              <a class="big" href={href('queue', name)}>
                {at === null ? 'none' : span(Date.parse(at) - Date.now())}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
