import type { PolicyVerdict, TrialFragment } from '../generated/graphql.ts';
import { type Column, Table } from '../list/table.tsx';
import { Fact, Money } from '../parts.tsx';
import { VERDICTS } from './policy-words.tsx';

type Group = TrialFragment['groups'][number];
type Outcome = Group['outcome'];

export const counted = (count: number): string => count.toLocaleString('en');

export const DECIDED: Readonly<Record<Outcome, string>> = { APPROVE: 'Approved', DENY: 'Denied' };

/** The strictest last: beside an approval, what would not have been one. */
const SAYS: readonly PolicyVerdict[] = ['APPROVE', 'REVIEW', 'DENY'];

interface Row {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly Group[];
}

const isSaying = (verdict: PolicyVerdict) => (group: Group) => group.verdict === verdict;

const COLUMNS: readonly Column<Row>[] = [
  { title: 'What was decided', kind: 'name', show: ({ title }) => title },
  ...SAYS.map((verdict) => ({
    title: `Would ${VERDICTS[verdict]}`,
    kind: 'number' as const,
    show: ({ groups }: Row) => <Sum of={groups.filter(isSaying(verdict))} />,
  })),
  { title: 'All', kind: 'number', show: ({ groups }) => <Sum of={groups} /> },
];

/** What was decided beside what the version would decide, and what is different. */
export function TrialResult({ trial: { groups, changed, failed, unreadable } }: { trial: TrialFragment }) {
  const rows = (['APPROVE', 'DENY'] as const).map((outcome) => ({
    id: outcome,
    title: DECIDED[outcome],
    groups: groups.filter((group) => group.outcome === outcome),
  }));
  const moved = sumsOf(groups.filter((group) => group.changed));
  return (
    <>
      <Table
        rows={[...rows, { id: 'ALL', title: 'All', groups }]}
        columns={COLUMNS}
        look="tight trial-result"
        label="What was decided, and what this version would decide"
      />
      <dl class="facts gap">
        <Fact name="Different">{counted(changed)}</Fact>
        <Fact name="Amount moved">
          {moved.length === 0 && 'none'}
          {moved.map(([currency, amount]) => (
            <span key={currency} class="line">
              <Money amount={amount} currency={currency} />
            </span>
          ))}
        </Fact>
        <Fact name="With a rule that failed">{counted(failed)}</Fact>
        <Fact name="Unreadable">{counted(unreadable)}</Fact>
      </dl>
      {failed > 0 && (
        <p class="faint">
          A rule that fails, or asks for a fact that is absent, leaves the request to a person.
        </p>
      )}
      {unreadable > 0 && (
        <p class="danger">The records of the unreadable decisions are damaged. They are not in the table.</p>
      )}
    </>
  );
}

/** How many decisions some groups have, and their amounts; one group is marked if this version would decide otherwise. */
function Sum({ of }: { of: readonly Group[] }) {
  const count = of.reduce((sum, group) => sum + group.count, 0);
  if (count === 0) return <span class="faint">0</span>;
  const isChange = of.length === 1 && of.every(({ changed }) => changed);
  return (
    <>
      {isChange ? <mark>{counted(count)}</mark> : counted(count)}
      {sumsOf(of).map(([currency, amount]) => (
        <span key={currency} class="line faint">
          <Money amount={amount} currency={currency} />
        </span>
      ))}
    </>
  );
}

/** The requested amounts of some groups by currency. A sum may be too large for a number. */
function sumsOf(groups: readonly Group[]): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of groups.flatMap(({ amounts }) => amounts))
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  return [...sums].toSorted(([one], [other]) => one.localeCompare(other, 'en'));
}
