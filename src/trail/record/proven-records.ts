import { sql } from 'kysely';
import { columnsOf, type Coverage } from '../../engine/crypto/covered-row.ts';
import { provenRows } from '../../engine/crypto/proven-rows.ts';
import type { SubjectNoun } from '../../kernel/nouns.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { EventType } from './event-types.ts';
import { recordedStepsOf } from './recorded-steps.ts';

/** An event that changed a row, from the trail. */
export interface RecordedStep {
  readonly type: string;
  readonly partner_id: string | null;
  readonly data: string;
}

/** Says if a row was not changed as often as its events. The first fault to look for in a history. */
export const stepsFault = (row: { readonly steps: number }, { length }: readonly RecordedStep[]) =>
  row.steps === length ? null : `was changed ${row.steps} times, and ${length} events record it`;

interface TableDescription<Row> {
  readonly table: keyof Tables;
  /** A row of the table, as the beginning of a sentence names it. */
  readonly name: string;
  /** Whether and how the MAC covers each column. */
  readonly coverage: Readonly<Record<keyof Row & string, Coverage>>;
}

interface Description<Row> extends TableDescription<Row> {
  /** Columns that the checks of a row read although its MAC does not cover them. */
  readonly alsoRead?: readonly (keyof Row & string)[];
  /** Columns that are made with the secret, like the MAC. */
  readonly madeWithSecret?: readonly (keyof Row & string)[];
  /** How the subjects of its events begin. */
  readonly subject: SubjectNoun;
  /** The events that begin a row. Each new row has one of them. */
  readonly created: readonly [EventType, ...EventType[]];
  /** Whether such an event made a row, if not each of them did. */
  readonly makesRow?: (event: Pick<RecordedStep, 'type' | 'data'>) => boolean;
  /** The id of the partner, customer or settlement that a row is about, if its events have no partner. */
  readonly objectOf?: (event: Pick<RecordedStep, 'data'>) => string | null;
  /** The events that change a row, `created` included. */
  readonly steps: readonly EventType[];
  /** The end of a sentence that says how a row contradicts its history; null if they agree. */
  readonly historyFault: (row: Row, steps: readonly RecordedStep[]) => string | null;
}

/** The rows of a table under MACs that no event changes: only a rotation of the secret writes one again. */
export function provenTable<Row extends { readonly id: string }>({
  table,
  name,
  coverage,
}: TableDescription<Row>) {
  /** Table and primary key of a row. */
  const placeOf = (id: string): string => `${table}/${id}`;
  const proven = provenRows<Row>({ coverage, placeOf: ({ id }) => placeOf(id) });
  return {
    ...proven,
    table,
    name,
    placeOf,
    columns: listed(columnsOf(coverage)),
    madeWithSecret: [],
  } as const;
}

const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** A row with all columns that its checks read. */
export type Proven<Row> = Row & { readonly mac: string };

/**
 * The rows of a noun with proof: their MACs prove that the gateway wrote them, and their events prove that they were
 * not set back to an older version. Each noun gives its table and columns.
 */
export type ProvenRecords<Row extends { readonly id: string }> = ReturnType<typeof provenRecords<Row>>;

export function provenRecords<Row extends { readonly id: string }>(description: Description<Row>) {
  const { table, coverage, alsoRead = [], madeWithSecret = [], subject, steps } = description;
  const proven = provenTable<Row>(description);
  const covered = Object.entries(coverage).flatMap(([column, how]) => (how === 'none' ? [] : [column]));
  const subjectIn = (rows: string) => sql<string>`${sql.lit(`${subject}/`)} || ${sql.ref(`${rows}.id`)}`;
  const subjectOfRow = subjectIn(table);

  return {
    ...description,
    ...proven,
    madeWithSecret,
    /** The columns to select for the check of a row. */
    columns: listed([...covered, ...alsoRead, 'mac']),
    /** The SQL for the subject of a row's events; `rows` is the name of the table or of a query of it. */
    subjectIn,

    /** The number of events in the trail about the row that a statement reads or changes. */
    recordedSteps: () => recordedStepsOf(subjectOfRow, steps),
  };
}
