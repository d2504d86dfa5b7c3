import { day, groupedAmount, money } from '../../../../console-kit/format.ts';
import type {
  ImportedRowFragment,
  ImportRepaymentsMutation,
} from '../../../../console-kit/generated/graphql.ts';
import { type Column, Table } from '../../../../console-kit/list/table.tsx';
import { Badge } from '../../../../console-kit/parts.tsx';
import { href } from '../../../../console-kit/route.ts';

export type Bulk = NonNullable<ImportRepaymentsMutation['importRepayments']>;

/** `1 row`, `2 rows`. */
export const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** What becomes of each row of the file: those with a fault first. */
export function Verdicts({ bulk: { items } }: { bulk: Bulk }) {
  const rows = items.map((item) => ({ ...item, id: String(item.row) }));
  const refused = rows.filter(({ outcome }) => outcome === 'REFUSED');
  const right = rows.filter(({ outcome }) => outcome !== 'REFUSED');
  return (
    <>
      {refused.length > 0 && (
        <section class="card" aria-labelledby="refused-title">
          <h2 id="refused-title">{rowsInWords(refused.length)} with a fault</h2>
          <p class="faint">By column: {columnsOf(refused)}</p>
          <Table rows={refused} columns={REFUSED} look="tight verdicts" label="Rows with a fault" />
        </section>
      )}
      {right.length > 0 && (
        <section class="card" aria-labelledby="right-title">
          <h2 id="right-title">
            {rowsInWords(right.length)}, {totalsOf(right)}
          </h2>
          <Table rows={right} columns={RIGHT} look="tight verdicts" label="Rows without a fault" />
        </section>
      )}
    </>
  );
}

type Row = ImportedRowFragment & { readonly id: string };

const ROW: Column<Row> = { title: 'Row', kind: 'name', show: ({ row }) => row };
const SETTLEMENT: Column<Row> = {
  title: 'Settlement',
  show: ({ fundingId }) => <Settlement id={fundingId} />,
};

const REFUSED: readonly Column<Row>[] = [
  ROW,
  {
    title: 'Fault',
    show: ({ errors }) =>
      errors.map(({ param, message }) => (
        <span class="line" key={message}>
          <Fault param={param} message={message} />
        </span>
      )),
  },
  SETTLEMENT,
];

/** The day is written as a word, so that a wrong order of day and month shows before anything is recorded. */
const RIGHT: readonly Column<Row>[] = [
  ROW,
  { title: 'Received', show: ({ receivedOn }) => receivedOn !== null && day(receivedOn) },
  { title: 'Reference', show: ({ reference }) => <bdi>{reference}</bdi> },
  { title: 'Amount', kind: 'number', show: (item) => money(amountOf(item), item.currency ?? '') },
  { title: 'What it pays', show: paysOf },
  SETTLEMENT,
  { title: 'Outcome', show: ({ outcome }) => <Badge of={outcome} /> },
];

/** The name in the file of what has another name in GraphQL. */
const columnOf = (param: string): string =>
  param.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `amount 480, received_on 2`: a wrong choice of the writing is a fault of one column in every row. */
function columnsOf(items: readonly ImportedRowFragment[]): string {
  const faults = items.flatMap(({ errors }) => errors.map(({ param }) => columnOf(param ?? 'the row')));
  return [...Map.groupBy(faults, (column) => column)]
    .map(([column, { length }]) => [column, length] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([column, count]) => `${column} ${count}`)
    .join(', ');
}

/** A sentence about a column of the file, which has another name in GraphQL. */
function Fault({ param, message }: { param: string | null; message: string }) {
  if (param === null || !message.startsWith(param)) return message;
  return (
    <>
      <code>{columnOf(param)}</code>
      {message.slice(param.length)}
    </>
  );
}

const Settlement = ({ id }: { id: string | null }) =>
  id?.startsWith('fun_') === true ? (
    <a href={href('case', id)}>
      <code>{id}</code>
    </a>
  ) : (
    id !== null && <code>{id}</code>
  );

const PARTS = ['fee', 'principal', 'excess', 'recovery'] as const;

function paysOf({ allocated, currency }: ImportedRowFragment): string {
  return PARTS.filter((part) => allocated !== null && allocated[part] > 0)
    .map((part) => `${part} ${groupedAmount(allocated?.[part] ?? 0, currency ?? '')}`)
    .join(', ');
}

/** A repayment is divided without a rest. */
const amountOf = ({ allocated }: ImportedRowFragment): bigint =>
  PARTS.reduce((sum, part) => sum + BigInt(allocated?.[part] ?? 0), 0n);

/** `HKD 1,490.00 and JPY 1,000`. */
function totalsOf(items: readonly ImportedRowFragment[]): string {
  const totals = new Map<string, bigint>();
  for (const item of items)
    if (item.currency !== null) totals.set(item.currency, (totals.get(item.currency) ?? 0n) + amountOf(item));
  return [...totals].map(([currency, total]) => money(total, currency)).join(' and ');
}
