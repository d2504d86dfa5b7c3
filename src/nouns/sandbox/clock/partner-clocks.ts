import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import { createIds, isId, type NewId } from '../../../kernel/id.ts';
import type { Database } from '../../../engine/sql/database.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { Hold, Moment, PartnerClocks } from '../../../pipeline/moment.ts';

/** Partners whose order of ids a process keeps; each takes some hundred bytes. The oldest is forgotten first. */
const PARTNERS_MAX = 10_000;

/** The tables of a partner's records, by the beginning of their ids. */
const TABLES = {
  cus: 'customer',
  kyc: 'kyc_record',
  doc: 'document',
  fun: 'instant_settlement',
  rep: 'repayment',
  ent: 'ledger_entry',
  apv: 'approval',
} as const;

const isRecord = (prefix: string): prefix is keyof typeof TABLES => Object.hasOwn(TABLES, prefix);

/** The clocks of a sandbox. Each partner has its own, which is in the database, and its own order of ids. */
export function createPartnerClocks(
  { reads, rowLocks }: Pick<Database, 'reads' | 'rowLocks'>,
  clock: Clock,
): PartnerClocks {
  const orders = new Map<string, NewId>();

  function orderOf(partnerId: string): NewId {
    const known = orders.get(partnerId) ?? createIds();
    orders.delete(partnerId);
    orders.set(partnerId, known);
    const [oldest] = orders.keys();
    if (orders.size > PARTNERS_MAX && oldest !== undefined) orders.delete(oldest);
    return known;
  }

  async function momentOf(db: Kysely<Tables>, partnerId: string | null, hold: Hold): Promise<Moment> {
    const aheadMs = partnerId === null ? 0 : await aheadOf(db, partnerId, rowLocks ? hold : 'read');
    const ahead = () => new Date(clock().getTime() + aheadMs);
    return { now: ahead(), clock: ahead, newId: orderOf(partnerId ?? '') };
  }

  return {
    async momentOf(db, { caller, ids, input }, hold) {
      const partnerId = caller.partnerId ?? (await partnerOf(db, [...valuesOf(ids), ...valuesOf(input)]));
      return momentOf(db, partnerId, hold);
    },
    momentFor: ({ partnerId }) => momentOf(reads, partnerId, 'read'),
    async nowsOf(db, partnerIds) {
      const ids = [...new Set(partnerIds)];
      const clocks = ids.length === 0 ? [] : await clocksOf(db, ids).execute();
      const aheadMs = new Map(clocks.map(({ id, ahead_ms }) => [id, ahead_ms]));
      return (partnerId) => new Date(clock().getTime() + (aheadMs.get(partnerId) ?? 0));
    },
    // If the database does not respond, the response shows real time.
    shownTo: (caller) => momentOf(reads, caller?.partnerId ?? null, 'read').then(({ now }) => now, clock),
  };
}

const clocksOf = (db: Kysely<Tables>, ids: readonly string[]) =>
  db.selectFrom('sandbox_clock').select(['id', 'ahead_ms']).where('id', 'in', ids);

/** Milliseconds that the clock of a partner is ahead. A partner whose clock never moved has no row. */
async function aheadOf(db: Kysely<Tables>, partnerId: string, hold: Hold): Promise<number> {
  // There must be a row to lock, or the first two requests that move a clock would both begin at real time.
  if (hold === 'move')
    await db
      .insertInto('sandbox_clock')
      .values({ id: partnerId, ahead_ms: 0, goal_ms: null, goal_until_ms: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const row = await db
    .selectFrom('sandbox_clock')
    .select('ahead_ms')
    .where('id', '=', partnerId)
    .$if(hold === 'write', (query) => query.forShare())
    .$if(hold === 'move', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row?.ahead_ms ?? 0;
}

/** The texts of ids or of an input, and the first text of each of its lists. */
function valuesOf(from: unknown): readonly string[] {
  if (typeof from !== 'object' || from === null) return [];
  return Object.values(from).flatMap((value: unknown) => {
    const [first]: readonly unknown[] = Array.isArray(value) ? value : [value];
    return typeof first === 'string' ? [first] : [];
  });
}

/** The partner of the first record that is named; null if none is. */
async function partnerOf(db: Kysely<Tables>, values: readonly string[]): Promise<string | null> {
  for (const value of values) {
    const prefix = value.slice(0, value.indexOf('_'));
    if (isId('par', value)) return value;
    if (!isRecord(prefix) || !isId(prefix, value)) continue;
    const { rows } = await sql<{ partner_id: string | null }>`
      select partner_id from ${sql.table(TABLES[prefix])} where id = ${value}`.execute(db);
    if (rows[0] !== undefined) return rows[0].partner_id;
  }
  return null;
}
