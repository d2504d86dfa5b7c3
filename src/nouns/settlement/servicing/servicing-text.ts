import { type Expression, type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';
import { recentMap, type RecentMap } from '../../../engine/crypto/recent-map.ts';
import { forgedRow, type RowMacs } from '../../../engine/crypto/row-mac.ts';
import { withKeptJson } from '../../../engine/json/text.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { hasTypedColumns } from '../../../engine/sql/typed-columns.ts';
import type { AsOf } from '../servicing-states.rules.ts';
import type { ServicingView } from '../servicing-view.ts';
import { presentServicing } from './servicing.present.ts';
import { requireGenuineServicing, servicingAad, type ServicingRow } from './servicing-mac.ts';

/** No column contains it: ids, words, days, numbers and base64. */
const SEPARATOR = '|';
/** Begins a value that may be null, so that null and an empty text differ. */
const PRESENT = '=';

const text = z.string();
/** As databases write numbers. Any other text of a number was not written by the gateway. */
const number = z
  .string()
  .regex(/^(?:0|-?[1-9]\d*)$/)
  .transform(Number)
  .refine(Number.isSafeInteger);
const orNull = z
  .union([z.literal(''), z.string().startsWith(PRESENT)])
  .transform((value) => (value === '' ? null : value.slice(PRESENT.length)));
const encryptedOrNull = orNull.pipe(z.custom<Encrypted | null>());

/** All columns in the order of the text. A missing column is a compile error. */
const COLUMNS = {
  id: text,
  partner_id: text,
  customer_id: text,
  currency: text,
  country: text,
  amount: number,
  fee: number,
  period_days: number,
  repayment_order: text,
  funded_on: text,
  due_on: text,
  original_due_on: text,
  pay_by: text,
  extensions: number,
  extension_reason: encryptedOrNull,
  principal_outstanding: number,
  fee_outstanding: number,
  refund_receivable: number,
  excess: number,
  reported: number,
  paid: number,
  fee_earned: number,
  fee_unearned: number,
  refunded: number,
  applied_principal: number,
  applied_fee: number,
  applied_refund: number,
  applied_recovery: number,
  fee_waived: number,
  written_off_principal: number,
  written_off_fee: number,
  written_off_on: orNull,
  written_off_code: orNull,
  recovered: number,
  closed_on: orNull,
  excess_since: orNull,
  earned_until: orNull,
  notice: text,
  recorded_at: text,
  entries: number,
  updated_at: text,
  steps: number,
  mac: text,
} as const satisfies Record<keyof ServicingRow, z.ZodType>;

const NAMES = Object.keys(COLUMNS);
const Row = z.object(COLUMNS);
/** Sorts after every text of the gateway's, and in SQLite before bytes. */
const LAST = '~';

const COLUMN_REFS = Object.entries(COLUMNS).map(([name, kind]) => {
  const column = sql.ref(`servicing.${name}`);
  const isNullable = kind !== number && kind !== text;
  return {
    shown: isNullable ? sql`coalesce(${sql.lit(PRESENT)} || ${column}, '')` : column,
    compared: isNullable ? sql`coalesce(${column}, '')` : column,
  };
});

const JOINED = sql<string>`concat_ws(${sql.lit(SEPARATOR)}, ${sql.join(COLUMN_REFS.map(({ shown }) => shown))})`;

/**
 * The same for columns that may hold bytes, which SQLite would turn into a text. Bytes sort after every text and
 * number, so one comparison of the greatest value finds them. That takes half as long as a comparison for each column.
 */
const JOINED_WITHOUT_BYTES = sql<string>`case
  when max(${sql.join(COLUMN_REFS.map(({ compared }) => compared))}) <= ${sql.lit(LAST)} then ${JOINED} else '' end`;

/**
 * A row as one text, which the read of a settlement also returns. The text is compared and kept as a whole: with one
 * column each, PostgreSQL would take twice as long for the read.
 */
export const servicingText = (db: Kysely<Tables>) => (hasTypedColumns(db) ? JOINED : JOINED_WITHOUT_BYTES);

/** The days of notice of `owner`, which are read once. If `owner` is null, the days of the partner of each row. */
export const noticeDaysOf = (owner: string | null, partner: Expression<string>) =>
  sql<number | null>`(select due_notice_days from partner where partner.id = ${owner ?? partner})`;

/**
 * What the read of a settlement also returns: what is owed, and the setting of the partner that decides when it is due
 * soon.
 */
export interface ServicingText {
  /** Null if the settlement has no row. */
  readonly servicing_text: string | null;
  readonly notice_days: number | null;
}

/** A row of a settlement that may have it. */
export type ReadWithServicing = { readonly id: string } & Partial<ServicingText>;

/** Selects it for each settlement; `owner` is the partner of all of them, or null for any. */
export const servicingTextFor =
  (db: Kysely<Tables>, owner: string | null) => (eb: ExpressionBuilder<Tables, 'instant_settlement'>) =>
    [
      eb
        .selectFrom('servicing')
        .select(servicingText(db).as('row_text'))
        .whereRef('servicing.id', '=', 'instant_settlement.id')
        .as('servicing_text'),
      noticeDaysOf(owner, eb.ref('instant_settlement.partner_id')).as('notice_days'),
    ] as const;

/** Rows of one generation. Two generations are kept, some three megabytes of rows. */
const GENERATION_ROWS = 1_024;
/** A row that was found genuine, with its text. */
interface Genuine {
  readonly rowText: string;
  readonly row: ServicingRow;
  /** How it was last shown alone, and for which days. */
  shown: { readonly asOf: AsOf; readonly view: ServicingView } | null;
}

/** The rows that were read last, by id. An equal text is the same row. */
const genuine = new WeakMap<RowMacs, RecentMap<string, Genuine>>();

/** The row of a text, to show it. Throws if the gateway did not write it. */
export function servicingOfText(macs: RowMacs, id: string, rowText: string): Genuine {
  let rows = genuine.get(macs);
  if (rows === undefined) genuine.set(macs, (rows = recentMap(GENERATION_ROWS)));
  const known = rows.get(id);
  if (known?.rowText === rowText) return known;
  const row = readRow(rowText);
  if (row === null || row.id !== id) throw forgedRow(servicingAad(id));
  requireGenuineServicing(macs, row);
  const found: Genuine = { rowText, row, shown: null };
  rows.keep(id, found);
  return found;
}

/**
 * A row in the view of one settlement. Its JSON is made once for a row and a day. A list does not use this: V8 writes
 * plain values faster than values with a `toJSON` of their own.
 */
export function shownAlone(found: Genuine, asOf: AsOf): ServicingView {
  const { shown } = found;
  if (shown?.asOf.today === asOf.today && shown.asOf.nearUntil === asOf.nearUntil) return shown.view;
  const view = withKeptJson(presentServicing(found.row, asOf));
  found.shown = { asOf, view };
  return view;
}

function readRow(rowText: string): ServicingRow | null {
  const values = rowText.split(SEPARATOR);
  if (values.length !== NAMES.length) return null;
  return Row.safeParse(Object.fromEntries(NAMES.map((name, at) => [name, values[at]]))).data ?? null;
}
