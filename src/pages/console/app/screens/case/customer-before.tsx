import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { groupedAmount, words } from '../../../../console-kit/format.ts';
import type { CustomerBeforeFragment } from '../../../../console-kit/generated/graphql.ts';
import { type Column, Table } from '../../../../console-kit/list/table.tsx';
import { href } from '../../../../console-kit/route.ts';
import { Money, Time } from '../../../../console-kit/parts.tsx';

/** Denials that are listed; the page of the customer has all. */
const DENIALS_SHOWN = 5;

/** What the customer owes, and what it was denied before. */
export function CustomerBefore({ settlement }: { settlement: CaseSettlement }) {
  const { id, status, customer, servicing } = settlement;
  const exposure = customer.exposure ?? [];
  const own = status === 'DENIED' ? 1 : 0;
  const denied = customer.denials.nodes
    .filter((each) => each.id !== id)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, DENIALS_SHOWN);
  const count = Math.max(customer.denials.totalCount - own, denied.length);
  return (
    <section class="card" aria-labelledby="before-title">
      <h2 id="before-title">Outstanding and denials</h2>
      {exposure.length === 0 && <p class="faint">Nothing was sent or offered to this customer.</p>}
      {exposure.length > 0 && <Exposure exposure={exposure} isPart={(servicing?.outstanding ?? 0) > 0} />}
      {count === 0 && <p class="faint">This customer has no other denials.</p>}
      {denied[0] !== undefined && (
        <>
          <p class="about">
            {count === 1 ? 'One other request was denied' : `${count} other requests were denied`}
            {denied[0].denialReason !== null && `, the last for ${words(denied[0].denialReason)}`}:
          </p>
          <ul class="denials">
            {denied.map(({ id: deniedId, amount, currency, denialReason, updatedAt }) => (
              <li key={deniedId}>
                <a href={href('case', deniedId)}>
                  <Money amount={amount} currency={currency} />
                </a>{' '}
                {denialReason !== null && `${words(denialReason)}, `}
                <Time at={updatedAt} />
              </li>
            ))}
          </ul>
          {count > denied.length && (
            <p>
              <a href={href('customer', customer.id)}>All requests of the customer</a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

type Exposed = NonNullable<CustomerBeforeFragment['exposure']>[number];

interface ExposureOptions {
  readonly exposure: readonly Exposed[];
  /** Whether this settlement is part of what is outstanding. */
  readonly isPart: boolean;
}

const EXPOSURE: readonly Column<Exposed>[] = [
  { title: 'Currency', kind: 'name', show: ({ currency }) => currency },
  {
    title: 'Outstanding',
    kind: 'number',
    show: ({ outstanding, currency, outstandingCount: count }) => (
      <Sum minor={outstanding} currency={currency} count={count} />
    ),
  },
  {
    title: 'Offered',
    kind: 'number',
    show: ({ committed, currency, committedCount: count }) => (
      <Sum minor={committed} currency={currency} count={count} />
    ),
  },
  {
    title: 'Largest sent',
    kind: 'number',
    show: ({ largestFunded, currency }) =>
      largestFunded === null ? '–' : groupedAmount(largestFunded, currency),
  },
];

const Exposure = ({ exposure, isPart }: ExposureOptions) => (
  <>
    <Table
      rows={exposure.map((each) => ({ ...each, id: each.currency }))}
      columns={EXPOSURE}
      look="tight totals"
      label="Outstanding by currency"
    />
    {exposure
      .filter(({ claimsCount }) => claimsCount > 0)
      .map(({ currency, claims }) => (
        <p class="faint" key={currency}>
          Written off and not recovered: {currency} {groupedAmount(BigInt(claims), currency)}
        </p>
      ))}
    {isPart && <p class="faint">This settlement is part of what is outstanding.</p>}
  </>
);

const Sum = ({ minor, currency, count }: { minor: string; currency: string; count: number }) => (
  <>
    {groupedAmount(BigInt(minor), currency)}
    {count > 0 && <span class="faint line">in {count}</span>}
  </>
);
