import { type Kysely, type RawBuilder, sql } from 'kysely';
import { forgedRow, type RowMacs } from '../../engine/crypto/row-mac.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Proven, ProvenRecords } from './proven-records.ts';

interface Conditions {
  /**
   * Columns that must still have these values when the row is written. On PostgreSQL a statement that waited for another
   * change sees its row, but not its events. So without these a caller that has not locked the row would change it twice.
   */
  readonly still?: Readonly<Record<string, string | null>>;
  /** How many events of the row the transaction has recorded and not written yet. */
  readonly unwritten?: number;
  /** The error if another change came first. Absent if the caller has locked the row, so that none can. */
  readonly raced?: () => Error;
}

interface Changed<Row> {
  readonly after: Row;
  /**
   * Ends when the row is written, with the result of `question`. Fails with `raced`, or with `service_unavailable` if the
   * row is older than the trail shows.
   */
  readonly written: Promise<boolean>;
}

interface Update {
  readonly id: string;
  readonly still: NonNullable<Conditions['still']>;
  readonly recorded: number;
  readonly change: Readonly<Record<string, unknown>>;
}

/**
 * Returns the function that changes rows with proof: it counts the step and makes the new MAC. It changes only a row
 * that the gateway wrote and that has as many steps as the trail, because a new MAC would hide that the row was set
 * back. The statement itself reads the trail. `question` is SQL about the row with an id, and the same statement
 * answers it.
 */
export function rowChanges<Row extends { readonly id: string; readonly steps: number }>(
  { table, placeOf, requireGenuine, withMac, recordedSteps }: ProvenRecords<Row>,
  question: (id: string) => RawBuilder<unknown> = () => sql.lit(false),
) {
  const update = statement((db, { id, still, recorded, change }: Update) =>
    db
      .$extendTables<Readonly<Record<string, Record<string, unknown>>>>()
      .updateTable<string>(table)
      .set(change)
      .where((eb) => eb.and({ id, ...still }))
      .where((eb) => eb(recordedSteps(), '=', recorded))
      .returning(question(id).as('result')),
  );

  async function errorOf(db: Kysely<Tables>, { id, steps }: Row, raced: Conditions['raced']): Promise<Error> {
    if (raced === undefined) return forgedRow(placeOf(id));
    const now = await sql<Pick<Row, 'steps'>>`select steps from ${sql.table(table)} where id = ${id}`.execute(
      db,
    );
    return now.rows[0]?.steps === steps ? forgedRow(placeOf(id)) : raced();
  }

  return function changeRow<Before extends Proven<Row>>(
    { db, rowMacs }: { readonly db: Kysely<Tables>; readonly rowMacs: RowMacs },
    before: Before,
    changed: Partial<Row>,
    { still = {}, unwritten = 0, raced }: Conditions = {},
  ): Changed<Before> {
    requireGenuine(rowMacs, before);
    const after = withMac(rowMacs, { ...before, steps: before.steps + 1, ...changed });
    const recorded = before.steps - unwritten;
    const storing = update(db, { id: before.id, still, recorded, change: differenceOf(before, after) });
    const written = storing.then(async ([row]) => {
      if (row === undefined) throw await errorOf(db, before, raced);
      return Boolean(row.result);
    });
    return { after, written };
  };
}

/** The columns that change. SQLite would write the index of each column that a statement names. */
const differenceOf = (before: object, after: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => value !== Reflect.get(before, column)),
  );
