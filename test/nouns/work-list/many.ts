import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/engine/sql/tables.ts';

/** An id made from a number; the same on both databases. */
const id = (prefix: string) =>
  sql.raw(`'${prefix}_00000000000000' || substr(cast(1000000000000 + n as text), 2)`);
/** A moment for a step: the 28 days of a month, then the next hour of each. */
const moment = (month: string, step: string) =>
  sql.raw(
    `'${month}-' || substr(cast(101 + (${step}) % 28 as text), 2) || 'T' || substr(cast(100 + (${step}) / 28 % 24 as text), 2) || ':30:00Z'`,
  );
const oneOf = (words: readonly string[], step: string) =>
  sql.raw(
    `case (${step}) % ${words.length} ${words.map((word, at) => `when ${at} then '${word}'`).join(' ')} end`,
  );

const STATUSES = ['submitted', 'approved', 'accepted', 'funded', 'denied', 'rejected', 'repaid'];
/** Rows of one statement, far below its timeout also on a busy machine. */
const SETTLEMENTS_AT_ONCE = 2_500;
const CURRENCIES = ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'];

/** Inserts many settlements, and a tenth as many customers with KYC warnings, with the totals that they would have. */
export async function makeMany(db: Kysely<Tables>, partnerId: string, count: number): Promise<void> {
  const numbers = (last: number, first = 1) =>
    sql`with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)})`;
  const customers = Math.ceil(count / 10);
  await sql`
    insert into customer (id, partner_id, external_customer_id, contact_email, contact_name, contact_phone,
      contact_country, company_name, company_country, company_sector, created_at, updated_at)
    ${numbers(customers)}
    select ${id('cus')}, ${partnerId}, 'many-' || (n % 400), 'a@b.example', 'A', '+85223456789', 'HK', 'A', 'HK', 'retail',
      ${moment('2026-01', 'n')}, ${moment('2026-01', 'n')} from numbers`.execute(db);
  await sql`
    insert into kyc_record (customer_id, partner_id, country, status, supporting_documents, text_warnings,
      document_warnings, warned_since, created_at, updated_at)
    ${numbers(customers)}
    select ${id('cus')}, ${partnerId}, 'HK', 'incomplete', '{}', 1, 0, ${moment('2026-01', 'n')},
      ${moment('2026-01', 'n')}, ${moment('2026-01', 'n')} from numbers`.execute(db);
  for (let first = 1; first <= count; first += SETTLEMENTS_AT_ONCE) {
    const last = Math.min(count, first + SETTLEMENTS_AT_ONCE - 1);
    await sql`
      insert into instant_settlement (id, partner_id, customer_id, currency, amount, settlement_period, interest_rate,
        transactions, status, offer_expires_at, created_at, updated_at, mac)
      ${numbers(last, first)}
      select ${id('fun')}, ${partnerId}, 'cus_00000000000000000000000001', ${oneOf(CURRENCIES, 'n / 7')}, 1, 1, 0.1, '',
        ${oneOf(STATUSES, 'n')}, ${moment('2026-09', 'n')}, ${moment('2026-01', 'n')}, ${moment('2026-02', 'n')}, ''
      from numbers`.execute(db);
  }
  for (const owner of [sql`partner_id`, sql`'all'`]) {
    const totals: readonly [name: ReturnType<typeof sql>, from: ReturnType<typeof sql>][] = [
      [sql`'/settlements/' || status || '/' || currency`, sql`instant_settlement`],
      [
        sql`'/offers/' || currency || '/' || substr(offer_expires_at, 1, 10)`,
        sql`instant_settlement where status = 'approved'`,
      ],
      [sql`'/kyc/warned'`, sql`kyc_record where warned_since is not null`],
      [sql`'/customers'`, sql`customer`],
    ];
    for (const [name, from] of totals) {
      await sql`
        insert into counter (name, shard, total) select ${owner} || ${name}, 63, count(*) from ${from} group by 1`.execute(
        db,
      );
    }
  }
}

/**
 * Makes a table of PostgreSQL long, with rows that no settlement has, so that the planner does not take it for one that
 * is as quick to read whole. Columns that must have a value are empty or zero.
 */
export async function lengthen(
  db: Kysely<Tables>,
  table: 'servicing' | 'ledger_entry' | 'event',
  count: number,
): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO'`.execute(db);
  const distinct: Readonly<Record<string, ReturnType<typeof sql>>> = {
    id: sql`'none_' || n`,
    customer_id: sql`'none_' || n`,
    subject: sql`'none/' || n`,
  };
  const values = rows.map(({ name, type }) => distinct[name] ?? (type === 'text' ? sql`''` : sql`0`));
  await sql`
    insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from generate_series(1, ${sql.lit(count)}) as n`.execute(db);
}
