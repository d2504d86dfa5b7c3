import { groupedAmount, money } from '../../../../console-kit/format.ts';
import type {
  ImportedRowFragment,
  ImportRepaymentsMutation,
} from '../../../../console-kit/generated/graphql.ts';
import { Badge } from '../../../../console-kit/parts.tsx';
import { href } from '../../../../console-kit/route.ts';

export type Bulk = NonNullable<ImportRepaymentsMutation['importRepayments']>;

/** `1 row`, `2 rows`. */
export const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** What becomes of each row of the file: those with a fault first. */
export function Verdicts({ bulk: { items } }: { bulk: Bulk }) {
  const refused = items.filter(({ outcome }) => outcome === 'REFUSED');
  const right = items.filter(({ outcome }) => outcome !== 'REFUSED');
  return (
    <>
      {refused.length > 0 && (
        <section class="card" aria-labelledby="refused-title">
          <h2 id="refused-title">{rowsInWords(refused.length)} with a fault</h2>
          <Refused items={refused} />
        </section>
      )}
      {right.length > 0 && (
        <section class="card" aria-labelledby="right-title">
          <h2 id="right-title">
            {rowsInWords(right.length)}, {totalsOf(right)}
          </h2>
          <Right items={right} />
        </section>
      )}
    </>
  );
}

interface Rows {
  readonly items: readonly ImportedRowFragment[];
}

function Refused({ items }: Rows) {
  return (
    <table class="rows tight verdicts" aria-label="Rows with a fault">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Fault</th>
          <th scope="col">Settlement</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.row}>
            <th scope="row" data-title="Row">
              {item.row}
            </th>
            <td>
              {item.errors.map(({ param, message }) => (
                <span class="line" key={message}>
                  <Fault param={param} message={message} />
                </span>
              ))}
            </td>
            <td>
              <Settlement id={item.fundingId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Right({ items }: Rows) {
  return (
    <table class="rows tight verdicts" aria-label="Rows without a fault">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">What it pays</th>
          <th scope="col">Settlement</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.row}>
            <th scope="row" data-title="Row">
              {item.row}
            </th>
            <td class="number">{money(amountOf(item), item.currency ?? '')}</td>
            <td>{paysOf(item)}</td>
            <td>
              <Settlement id={item.fundingId} />
            </td>
            <td>
              <Badge of={item.outcome} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A sentence about a column of the file, which has another name in GraphQL. */
function Fault({ param, message }: { param: string | null; message: string }) {
  if (param === null || !message.startsWith(param)) return message;
  const column = param.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return (
    <>
      <code>{column}</code>
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
    <code>{id ?? ''}</code>
  );

const PARTS = ['fee', 'principal', 'excess', 'recovery'] as const;

const paysOf = ({ allocated, currency }: ImportedRowFragment): string =>
  PARTS.filter((part) => allocated !== null && allocated[part] > 0)
    .map((part) => `${part} ${groupedAmount(allocated?.[part] ?? 0, currency ?? '')}`)
    .join(', ');

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
