import { day } from '../format.ts';
import type { OverviewQuery } from '../generated/graphql.ts';

type Overview = OverviewQuery['settlementOverview'];

/** The days of the picture. */
export const DAYS = 14;
export const DAY_MS = 86_400_000;

const CHART = { height: 110, column: 30 } as const;

/** Two columns a day: approved and denied. */
export function Decisions({ of: { days }, from }: { of: Overview; from: string }) {
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
            {(['approved', 'denied'] as const).map((kind, place) => (
              <rect
                key={kind}
                class={`${kind}-column`}
                x={at * CHART.column + 4 + 12 * place}
                width="10"
                y={CHART.height - scale(each[kind])}
                height={scale(each[kind])}
                rx="2"
              />
            ))}
            <text x={at * CHART.column + CHART.column / 2} y={CHART.height + 17}>
              {each.date.slice(8)}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}
