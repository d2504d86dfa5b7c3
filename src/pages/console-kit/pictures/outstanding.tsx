import { groupedAmount, money } from '../format.ts';
import type { OverviewQuery } from '../generated/graphql.ts';
import { Empty } from '../parts.tsx';
import { href } from '../route.ts';

type Outstanding = OverviewQuery['settlementOverview']['outstanding'];
type Age = Outstanding['ages'][number];
type Claims = Outstanding['claims'][number];

/** What is owed in each currency by how long it is overdue: a bar for each age, in a table with the exact sums. */
export function OutstandingMoney({ of: { ages, claims } }: { of: Outstanding }) {
  const byCurrency = Map.groupBy<string, Age | Claims>([...ages, ...claims], ({ currency }) => currency);
  const currencies = [...byCurrency.keys()].toSorted();
  return (
    <section class="card wide-card" aria-labelledby="outstanding-title">
      <h2 id="outstanding-title">What is outstanding, and how long overdue</h2>
      {currencies.length === 0 && <Empty title="Nothing is outstanding." />}
      <div class="sums">
        {currencies.map((currency) => (
          <Ageing
            key={currency}
            currency={currency}
            ages={ages.filter((age) => age.currency === currency)}
            claims={claims.find((claim) => claim.currency === currency)}
          />
        ))}
      </div>
    </section>
  );
}

const sumOf = (some: readonly Age[]): bigint => some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

interface AgeingOptions {
  readonly currency: string;
  readonly ages: readonly Age[];
  readonly claims: Claims | undefined;
}

function Ageing({ currency, ages, claims }: AgeingOptions) {
  const all = sumOf(ages);
  const late = sumOf(ages.filter(({ daysMin }) => daysMin > 0));
  const most = ages.reduce((max, { amount }) => (BigInt(amount) > max ? BigInt(amount) : max), 1n);
  return (
    <table class="ageing">
      <caption>
        <b>{money(all, currency)}</b>
        {late > 0n && (
          <>
            , of which <a href={href('queue', 'overdue', { currency })}>{sharePercent(late, all)} overdue</a>
          </>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">Overdue for</th>
          <td />
          <th scope="col" class="number">
            Settlements
          </th>
          <th scope="col" class="number">
            Amount in {currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {ages.map((age, at) => (
          <tr key={age.daysMin} class={age.count === 0 ? 'none' : undefined}>
            <th scope="row">{nameOf(age)}</th>
            <td class="share" aria-hidden="true">
              {age.count > 0 && (
                <span class={`age-${at}`} style={{ width: `${partOf(BigInt(age.amount), most)}%` }} />
              )}
            </td>
            <Figures of={age} />
          </tr>
        ))}
        {claims !== undefined && (
          <tr class="claims">
            <th scope="row">Claims (written off)</th>
            <td class="share" aria-hidden="true" />
            <Figures of={claims} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

const Figures = ({ of: { count, amount, currency } }: { of: Age | Claims }) => (
  <>
    <td class="number" data-title="Settlements">
      {count === 0 ? '–' : count.toLocaleString('en')}
    </td>
    <td class="number">{count === 0 ? '–' : groupedAmount(BigInt(amount), currency)}</td>
  </>
);

/** `Not due`, `8–30 days`, `Over 365 days`. */
function nameOf({ daysMin, daysMax }: Age): string {
  if (daysMax === 0) return 'Not due';
  return daysMax === null ? `Over ${daysMin - 1} days` : `${daysMin}–${daysMax} days`;
}

/** How much of the largest amount, in percent; amounts may be too large for an exact number. */
const partOf = (amount: bigint, most: bigint): number => Number((amount * 10_000n) / most) / 100;

/** A share in words; of a small one only that there is one. */
function sharePercent(part: bigint, all: bigint): string {
  const whole = (part * 100n) / all;
  return whole === 0n ? 'less than 1 %' : `${whole} %`;
}
