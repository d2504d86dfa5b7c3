import { useRef, useState } from 'preact/hooks';
import { stepNow } from '../../../../console-kit/heights.ts';
import { moment } from '../../../../console-kit/format.ts';
import { Age, Badge, Country, Empty, Key, Money } from '../../../../console-kit/parts.tsx';
import { NEXT_PAGE, PREVIOUS_PAGE } from '../../../../console-kit/list/pages.tsx';
import { go, href, place } from '../../../../console-kit/route.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { type ListName, LISTS, type QueueRow } from './queue-lists.ts';

interface RowsOptions {
  readonly name: ListName;
  readonly rows: readonly QueueRow[];
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/** Opens a row that was clicked outside of its link. The link itself is left to the browser, which may open a tab. */
function goBesideLink(target: EventTarget | null, address: string): void {
  if (target instanceof Element && target.closest('a') === null) go(address);
}

interface Choice {
  readonly id: string;
  readonly at: number;
}

/** The selected row of each history entry, restored by the Back button. */
const choices = new Map<string, Choice>();

/** The selected row, by its id: a new row above it must not put another case under the Enter key. */
function useChoice(rows: readonly QueueRow[]): readonly [number, (at: number) => void] {
  const [choice, setChoice] = useState(choices.get(stepNow()) ?? null);
  const found = rows.findIndex(({ id }) => id === choice?.id);
  const chosen = found >= 0 ? found : Math.min(choice?.at ?? 0, Math.max(0, rows.length - 1));
  const choose = (at: number) => {
    const row = rows[at];
    if (row === undefined) return;
    const next = { id: row.id, at };
    choices.set(stepNow(), next);
    setChoice(next);
  };
  return [chosen, choose];
}

/** The rows of a list, with one selected by keyboard or pointer. */
export function Rows({ name, rows, previous, next }: RowsOptions) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [chosen, choose] = useChoice(rows);
  const { partner, currency } = Object.fromEntries(place.value.query);
  const addressOf = ({ address }: QueueRow) =>
    href(...address, { from: name, partner: partner ?? null, currency: currency ?? null });

  const move = (to: number) => {
    const limited = Math.max(0, Math.min(rows.length - 1, to));
    choose(limited);
    body.current?.rows[limited]?.scrollIntoView({ block: 'nearest' });
  };
  const down = { name: 'choose the next case', run: () => move(chosen + 1) };
  const up = { name: 'choose the previous case', run: () => move(chosen - 1) };
  const open = () => {
    const row = rows[chosen];
    if (row !== undefined) go(addressOf(row));
  };
  useKeys({
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    Enter: { name: 'open the chosen case', run: open },
    n: { name: NEXT_PAGE, run: () => next?.() },
    p: { name: PREVIOUS_PAGE, run: () => previous?.() },
  });

  if (rows.length === 0)
    return (
      <Empty title={LISTS[name].nothing}>
        <p>What comes in appears here by itself.</p>
      </Empty>
    );
  return (
    <>
      <table class="rows cards">
        <Heads name={name} />
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr
              key={row.id}
              aria-selected={index === chosen}
              onClick={({ target }) => goBesideLink(target, addressOf(row))}
              onMouseMove={() => choose(index)}
            >
              <Cells name={name} row={row} address={addressOf(row)} />
            </tr>
          ))}
        </tbody>
      </table>
      <Pages previous={previous} next={next} />
    </>
  );
}

function Heads({ name }: { name: ListName }) {
  return (
    <thead>
      <tr>
        <th scope="col">Company</th>
        <th scope="col">Partner</th>
        {name === 'warnings' ? (
          <th scope="col">KYC</th>
        ) : (
          <th scope="col" class="number">
            Amount
          </th>
        )}
        <th scope="col" class="number">
          {LISTS[name].column}
        </th>
        <th scope="col">
          <span class="hidden">State</span>
        </th>
      </tr>
    </thead>
  );
}

function Cells({ name, row, address }: { name: ListName; row: QueueRow; address: string }) {
  return (
    <>
      <th scope="row">
        <a href={address}>
          <bdi>{row.companyName}</bdi>
        </a>
        <Country of={row.country} />
      </th>
      <td>{row.partnerName}</td>
      <td class={name === 'warnings' ? undefined : 'number'}>
        <What row={row} />
      </td>
      <td class="number">
        <Age at={row.at} until={name === 'lapsing'} />
      </td>
      <td class="marks">
        <Marks row={row} />
      </td>
    </>
  );
}

function Pages({ previous, next }: Pick<RowsOptions, 'previous' | 'next'>) {
  return (
    <div class="pager">
      <p class="faint">
        <Key>j</Key> <Key>k</Key> choose, <Key>Enter</Key> open, <Key>1</Key>–<Key>4</Key> lists
      </p>
      {(previous !== null || next !== null) && (
        <>
          <button type="button" class="quiet" disabled={previous === null} onClick={() => previous?.()}>
            Previous <Key>p</Key>
          </button>
          <button type="button" class="quiet" disabled={next === null} onClick={() => next?.()}>
            Next <Key>n</Key>
          </button>
        </>
      )}
    </div>
  );
}

function What({ row: { settlement, warned } }: { row: QueueRow }) {
  if (settlement === null) return warned?.kyc ? <Badge of={warned.kyc.status} /> : null;
  return <Money amount={settlement.amount} currency={settlement.currency} />;
}

function Marks({ row: { settlement } }: { row: QueueRow }) {
  if (settlement === null) return null;
  const { claim, kycChanged } = settlement;
  return (
    <>
      {kycChanged && <span class="badge bad">KYC changed</span>}
      {claim && (
        <span class="badge plain" title={`Until ${moment(claim.expiresAt)} (${claim.expiresAt})`}>
          {claim.mine ? 'Yours' : (claim.actorName ?? 'Claimed')}
        </span>
      )}
    </>
  );
}
