import { type Kysely, type SqlBool, sql } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Proven, ProvenRecords, RecordedStep } from '../../trail/record/proven-records.ts';
import { isStep } from '../../trail/record/recorded-steps.ts';
import { unwithheld, unwithheldName } from '../../trail/record/withheld.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { differs, type Findings, forged, removed } from '../../trail/checkpoint/findings.ts';
import { missedRows, type MissedRow } from './missed-rows.ts';
import { isOfPurgedPartner } from './of-purged-partner.ts';
import { PROGRESS_ROWS } from './read-in-batches.ts';

/** Rows of one query; each comes with its events. */
const ROWS_WITH_HISTORY = 500;

interface Watch<Row> {
  readonly macs: RowMacs;
  readonly findings: Findings;
  readonly progress: (sentence: string) => void;
  /** Another fault of a row that the gateway wrote, as a sentence; null if there is none. */
  readonly faultOf?: (row: Row) => string | null;
}

/** Checks every row of a table against its MAC and its events. Also checks that every row exists that an event made. */
export async function verifyRecords<Row extends { readonly id: string }>(
  db: Kysely<Tables>,
  records: ProvenRecords<Row>,
  { macs, findings, progress, faultOf }: Watch<Row>,
): Promise<void> {
  const { name, placeOf } = records;
  let seen = 0;
  for (let after: string | null = ''; after !== null;) {
    const rows: Histories<Row> = await withHistory(db, records, after);
    for (const { row, history } of rows) {
      const place = placeOf(row.id);
      const fault = faultOf?.(row) ?? null;
      const disagreement = records.historyFault(row, history);
      if (!records.isGenuine(macs, row)) findings.add(forged(place));
      else if (fault !== null) findings.add(differs(place, fault));
      if (disagreement !== null) findings.add(differs(place, `${name} ${row.id} ${disagreement}.`));
      seen += 1;
      if (seen % PROGRESS_ROWS === 0) progress(`${name}s: ${seen.toLocaleString('en')}`);
    }
    after = rows.at(-1)?.row.id ?? null;
  }
  await findRemoved(db, records, findings);
}

type Told<Row> = Proven<Row> & {
  readonly [Column in keyof RecordedStep as `event_${Column}`]: RecordedStep[Column] | null;
};

/** Rows, each with its events in their order. */
type Histories<Row> = readonly { readonly row: Proven<Row>; readonly history: readonly RecordedStep[] }[];

/** One query, so a row and its events are of the same moment, even if the row changes meanwhile. */
async function withHistory<Row extends { readonly id: string }>(
  db: Kysely<Tables>,
  { table, columns, subjectIn, steps }: ProvenRecords<Row>,
  after: string,
): Promise<Histories<Row>> {
  const { rows } = await sql<Told<Row>>`
    select page.*, event.type as event_type, event.partner_id as event_partner_id, event.data as event_data
    from (
      select ${columns} from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(ROWS_WITH_HISTORY)}
    ) as page
    left join event on ${isStep(subjectIn('page'), steps)}
    order by page.id, event.sequence`.execute(db);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [row] = own;
    const history = own.flatMap(({ event_type: type, event_partner_id: partner_id, event_data: data }) =>
      type === null || data === null ? [] : [{ type, partner_id, data }],
    );
    return row === undefined ? [] : [{ row, history }];
  });
}

/** Reports missing rows of a table that have events in the trail, unless their partner was purged. */
async function findRemoved<Row extends { readonly id: string }>(
  db: Kysely<Tables>,
  { table, created, subject, makesRow = () => true, objectOf = () => null }: ProvenRecords<Row>,
  findings: Findings,
): Promise<void> {
  const id = unwithheldName(sql`substr(event.subject, ${sql.lit(subject.length + 2)})`);
  const isGone = sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as kept where kept.id = ${id})`;
  const isPurged = async (event: MissedRow) => {
    const object = objectOf(event);
    return Boolean(event.purged) || (object !== null && (await isOfPurgedPartner(db, object)));
  };
  for await (const event of missedRows(db, created, isGone))
    if (makesRow(event) && !(await isPurged(event))) findings.add(removed(unwithheld(event.subject)));
}
