import { type ComponentChildren, Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import { go } from '../route.ts';
import { useKeys } from '../use-keys.ts';
import { useChoice } from './use-choice.ts';

/** One column of a table. The parts of a screen are data, because a table drawn by hand would forget the phone. */
export interface Column<Row> {
  readonly title: string;
  /**
   * `name` is the heading of its row, `number` is written to the right, and `marks` are badges and buttons; only
   * screen readers read their title.
   */
  readonly kind?: 'name' | 'number' | 'marks';
  readonly show: (row: Row) => ComponentChildren;
}

interface Keyed {
  readonly id: string;
}

export interface TableOptions<Row extends Keyed> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Classes of the table, such as `tight`. */
  readonly look?: string;
  /** Names a table that has no heading of its own above it. */
  readonly label?: string;
  readonly lookOf?: (row: Row) => string;
  /** The screen that a row leads to. Such rows can be chosen, by the keyboard too. */
  readonly addressOf?: (row: Row) => string;
  /** A part of a row that is too wide for a cell; null if there is no such part. */
  readonly below?: (row: Row) => ComponentChildren;
}

/** Rows and columns. On a phone each row is a card: its name first, then the title of each column before its value. */
export function Table<Row extends Keyed>(options: TableOptions<Row>) {
  const { rows, columns, look = '', label, lookOf, below, addressOf } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [chosen, choose] = useChoice(rows);
  const move = (to: number) => {
    const limited = Math.max(0, Math.min(rows.length - 1, to));
    choose(limited);
    body.current?.rows[limited]?.scrollIntoView({ block: 'nearest' });
  };
  const open = (row: Row | undefined) => {
    if (row !== undefined && addressOf !== undefined) go(addressOf(row));
  };
  const down = { name: 'choose the next row', run: () => move(chosen + 1) };
  const up = { name: 'choose the previous row', run: () => move(chosen - 1) };
  const enter = { name: 'open the chosen row', run: () => open(rows[chosen]) };
  useKeys(addressOf === undefined ? {} : { j: down, ArrowDown: down, k: up, ArrowUp: up, Enter: enter });
  const choosing = (row: Row, at: number) =>
    addressOf !== undefined && {
      'aria-selected': at === chosen,
      // A link is left to the browser, which may open a tab.
      onClick: ({ target }: MouseEvent) => {
        if (target instanceof Element && target.closest('a, button') === null) open(row);
      },
      onMouseMove: () => choose(at),
    };
  return (
    <table class={`rows ${look}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, kind }) => (
            <th scope="col" key={title} class={kind === 'number' ? kind : undefined}>
              {kind === 'marks' ? <span class="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, at) => {
          const more = below?.(row) ?? null;
          return (
            <Fragment key={row.id}>
              <tr class={lookOf?.(row)} {...choosing(row, at)}>
                {columns.map((column) => (
                  <Cell key={column.title} column={column} row={row} />
                ))}
              </tr>
              {more !== null && (
                <tr class="below">
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column: { title, kind, show }, row }: { column: Column<Row>; row: Row }) {
  if (kind === 'name') return <th scope="row">{show(row)}</th>;
  return (
    <td class={kind} data-title={kind === 'marks' ? undefined : title}>
      {show(row)}
    </td>
  );
}
