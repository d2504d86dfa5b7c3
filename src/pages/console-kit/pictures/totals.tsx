import { groupedAmount, words } from '../format.ts';
import type { OverviewQuery } from '../generated/graphql.ts';
import { Empty } from '../parts.tsx';

type Overview = OverviewQuery['settlementOverview'];

const STATUSES = ['SUBMITTED', 'APPROVED', 'ACCEPTED', 'FUNDED', 'REPAID', 'REJECTED', 'DENIED'] as const;

/** A bar for each currency, in which each status has its share. */
export function Totals({ of: { totals } }: { of: Overview }) {
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
export function Money({ of: { totals } }: { of: Overview }) {
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
