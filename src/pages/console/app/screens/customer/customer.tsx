import { NoRecord, ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { groupedAmount, percent, words } from '../../../../console-kit/format.ts';
import {
  CustomerDocument,
  type CustomerQuery,
  CustomerSettlementsDocument,
  type CustomerSettlementsQuery,
} from '../../../../console-kit/generated/graphql.ts';
import { href } from '../../../../console-kit/route.ts';
import { Due } from '../../../../console-kit/due-times.tsx';
import { SnoozeFact } from '../../../../console-kit/snooze/snooze.tsx';
import { Badge, Fact, Money, Time } from '../../../../console-kit/parts.tsx';
import { Export } from '../../../../console-kit/list/export.tsx';
import { type Column, Table } from '../../../../console-kit/list/table.tsx';
import { changesAny, changesOf, useReload } from '../../../../console-kit/live/use-events.ts';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useClockOf } from '../../../../console-kit/sandbox/clock-shown.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { CustomerFacts } from '../../../../console-kit/facts/customer-facts.tsx';
import { Holds } from '../../../../console-kit/hold/holds.tsx';
import { Documents } from './documents.tsx';
import { KycFacts } from '../../../../console-kit/facts/kyc-facts.tsx';
import { Notes } from './notes.tsx';

type FoundCustomer = NonNullable<CustomerQuery['customer']>;
type Settlement = NonNullable<CustomerSettlementsQuery['customer']>['instantSettlements']['nodes'][number];

/** Pages of settlements of one customer that are shown and added up: far more than a customer has. */
const PAGES_MAX = 20;

interface Shown {
  readonly all: readonly Settlement[];
  /** How many the customer has. */
  readonly count: number;
}

const pageOf = (id: string, after: string | null): Promise<CustomerSettlementsQuery> =>
  run(CustomerSettlementsDocument, { id, after });

async function settlementsOf(id: string): Promise<Shown> {
  const all: Settlement[] = [];
  let count = 0;
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { customer } = await pageOf(id, after);
    if (customer === null) break;
    const { nodes, pageInfo, totalCount } = customer.instantSettlements;
    all.push(...nodes);
    count = totalCount;
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return { all, count };
}

/** A customer with its KYC record and its settlements. */
export function Customer({ id }: { id: string }) {
  const loaded = useLoad(id, () => run(CustomerDocument, { id }));
  const { data, reload } = loaded;
  const settlements = useLoad(`settlements ${id}`, () => settlementsOf(id));
  const customer = data?.customer ?? null;
  useTitle(customer?.companyName ?? 'Customer');
  useClockOf(customer?.partner ?? null);
  useReload(changesOf(`customer/${id}`, `kyc/${id}`, `snooze/${id}`), loaded.refresh);
  // An event does not say whose settlement it is.
  useReload(changesAny('funding'), settlements.refresh);
  if (customer === null)
    return (
      <NoRecord of={loaded} what="customer">
        <a href={href('customers')}>Go to the customers</a>
      </NoRecord>
    );
  return (
    <>
      <ScreenHead up={<a href={href('customers')}>Customers</a>} title={customer.companyName}>
        <p class="faint">
          of{' '}
          <a href={href('partner', customer.partner?.id ?? '')}>
            <bdi>{customer.partner?.name}</bdi>
          </a>
          , <a href={href('events', { subject: `customer/${id}` })}>events</a>
        </p>
      </ScreenHead>
      <div class="case">
        <div class="case-left">
          <LoadFailed of={settlements} />
          {settlements.data !== null && <Settlements customerId={id} shown={settlements.data} />}
          <Work customer={customer} changed={() => void reload()} />
          <Holds kind="CUSTOMER" id={id} holds={customer.holds ?? []} changed={() => void reload()} />
          <Notes of={id} />
          <CustomerFacts customer={customer} />
          {customer.kyc !== null && <KycFacts kyc={customer.kyc} />}
        </div>
        <div class="case-right">
          {customer.kyc !== null && <Documents kyc={customer.kyc} reload={() => void reload()} />}
        </div>
      </div>
    </>
  );
}

/** When its warnings should be looked at, and whether the lists hide it. */
function Work({ customer, changed }: { customer: FoundCustomer; changed: () => void }) {
  const { id, dueAt, snooze } = customer;
  return (
    <section class="card" aria-label="Work">
      <dl class="facts">
        {dueAt !== null && (
          <Fact name="Work due">
            <Time at={dueAt} /> <Due at={dueAt} />
          </Fact>
        )}
        <SnoozeFact id={id} snooze={snooze} changed={changed} />
      </dl>
    </section>
  );
}

/**
 * The statuses that each column of the totals adds up. Outstanding money was sent, or will be sent if the partner
 * accepts.
 */
const SUMS: Readonly<Record<string, readonly string[]>> = {
  Waiting: ['SUBMITTED'],
  Outstanding: ['APPROVED', 'ACCEPTED', 'FUNDED'],
  Repaid: ['REPAID'],
  'Not funded': ['DENIED', 'REJECTED'],
};

function Totals({ all }: { all: readonly Settlement[] }) {
  const sums = [...Map.groupBy(all, ({ currency }) => currency)].map(([id, some]) => ({ id, some }));
  const sumOf = (some: readonly Settlement[], statuses: readonly string[]) =>
    some
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return (
    <Table
      rows={sums}
      columns={[
        { title: 'Total of', kind: 'name', show: ({ id, some }) => `${some.length} in ${id}` },
        ...Object.entries(SUMS).map(([title, statuses]) => ({
          title,
          kind: 'number' as const,
          show: ({ id, some }: (typeof sums)[number]) => groupedAmount(sumOf(some, statuses), id),
        })),
      ]}
      look="tight totals"
      label="Totals by currency"
    />
  );
}

const COLUMNS: readonly Column<Settlement>[] = [
  {
    title: 'Amount',
    kind: 'name',
    show: ({ id, amount, currency }) => (
      <a href={href('case', id)}>
        <Money amount={amount} currency={currency} />
      </a>
    ),
  },
  {
    title: 'Status',
    show: ({ status, denialReason }) => (
      <>
        <Badge of={status} />
        {denialReason !== null && <span class="faint line">{words(denialReason)}</span>}
      </>
    ),
  },
  { title: 'Interest', kind: 'number', show: ({ interestRate }) => percent(interestRate) },
  { title: 'Requested', kind: 'number', show: ({ createdAt }) => <Time at={createdAt} /> },
];

const Settlements = ({ customerId, shown: { all, count } }: { customerId: string; shown: Shown }) => (
  <section class="card" aria-labelledby="settlements-title">
    <h2 id="settlements-title">
      Settlements
      <Export list="settlements" filter={{ id: customerId }} />
    </h2>
    {all.length === 0 && <p class="faint">Nothing was requested yet.</p>}
    {all.length < count && (
      <p class="faint">
        The first {all.length} of {count} are shown and added up. The export has all.
      </p>
    )}
    {all.length > 0 && <Totals all={all} />}
    {all.length > 0 && <Table rows={all} columns={COLUMNS} look="tight" />}
  </section>
);
