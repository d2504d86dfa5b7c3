import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { CURRENCIES } from '../../../kernel/currency.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { isStep } from '../../../trail/record/recorded-steps.ts';
import { EVERYTHING } from '../../hold/hold.rules.ts';
import {
  MAGIC_AMOUNT_MIN,
  MAGIC_AMOUNTS,
  MAGIC_MODULUS,
  MAGIC_WITH_STEPS,
} from '../../settlement/magic-amounts.rules.ts';

/** A settlement with a magic amount of which a step may follow, and what decides when. */
export interface MagicRow {
  readonly id: string;
  readonly customer_id: string;
  readonly status: string;
  readonly amount: number;
  readonly created_at: string;
  readonly offer_expires_at: string | null;
  /** Null before the payout. */
  readonly funded_on: string | null;
  readonly outstanding: number;
  readonly kyc_status: string;
  readonly kyc_revision: number;
  /** When a document of the customer was asked for again last. */
  readonly asked_at: string | null;
  /** A hold that stops the payout. */
  readonly hold: string | null;
  /** How many parts were repaid. */
  readonly paid: number;
  /** The part that goes back later, if it was repaid and did not go back. */
  readonly returnable: string | null;
}

/** The reference of a part: the settlement's steps are found by it after a restart. */
export const partReference = (part: number, parts: number): string => `SANDBOX ${part}/${parts}`;

const ALL_PARTS = MAGIC_AMOUNTS.flatMap(({ repaidIn = 0 }) =>
  Array.from({ length: repaidIn }, (_, at) => partReference(at + 1, repaidIn)),
);
const RETURNED_PARTS = MAGIC_AMOUNTS.flatMap(({ repaidIn, returned }) =>
  repaidIn === undefined || returned === undefined ? [] : [partReference(returned.part, repaidIn)],
);

interface Asked {
  readonly partnerId: string;
  /** Only this settlement, if given. */
  readonly fundingId?: string;
  readonly limit: number;
}

const ENDING = sql<number>`(s.amount % ${sql.lit(MAGIC_MODULUS)})`;
const OUTSTANDING = sql<number>`coalesce(v.principal_outstanding + v.fee_outstanding + v.refund_receivable, 0)`;

/** The settlements of a partner with a magic amount, after which something may follow. */
export async function magicRows(
  { db, referenceHash }: Pick<QueryContext, 'db' | 'referenceHash'>,
  { partnerId, fundingId, limit }: Asked,
): Promise<readonly MagicRow[]> {
  const hashes = (references: readonly string[]) =>
    sql.join(references.flatMap((reference) => referenceHash.makeAll(reference)));
  const paid = sql<number>`(select cast(count(*) as integer) from repayment r
    where r.settlement_id = s.id and r.reference_hash in (${hashes(ALL_PARTS)}))`;
  const returnable = sql<string | null>`(select max(r.id) from repayment r
    where r.settlement_id = s.id and r.status = 'received' and r.reference_hash in (${hashes(RETURNED_PARTS)}))`;
  return db
    .selectFrom('instant_settlement as s')
    .innerJoin('kyc_record as k', 'k.customer_id', 's.customer_id')
    .leftJoin('servicing as v', 'v.id', 's.id')
    .select(['s.id', 's.customer_id', 's.status', 's.amount', 's.created_at', 's.offer_expires_at'])
    .select(['v.funded_on', OUTSTANDING.as('outstanding')])
    .select(['k.status as kyc_status', 'k.revision as kyc_revision', askedAt().as('asked_at')])
    .select([heldOf(db).as('hold'), paid.as('paid'), returnable.as('returnable')])
    .where('s.partner_id', '=', partnerId)
    .where('s.status', 'in', ['approved', 'accepted', 'funded', 'repaid'])
    .where('s.currency', 'in', CURRENCIES)
    .where('s.amount', '>=', MAGIC_AMOUNT_MIN)
    .where(sql<SqlBool>`${ENDING} in (${sql.join(MAGIC_WITH_STEPS)})`)
    .where(mayFollow(paid, returnable))
    .$if(fundingId !== undefined, (one) => one.where('s.id', '=', fundingId ?? ''))
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Whether a step may follow. Without this condition, all ended settlements of a partner would be read. */
function mayFollow(paid: RawBuilder<number>, returnable: RawBuilder<string | null>): RawBuilder<SqlBool> {
  const unpaid = MAGIC_AMOUNTS.flatMap(({ digits, repaidIn }) =>
    repaidIn === undefined
      ? []
      : [sql<SqlBool>`(${ENDING} = ${Number(digits)} and ${paid} < ${sql.lit(repaidIn)})`],
  );
  return sql<SqlBool>`(
    s.status = 'approved'
    or (s.status = 'accepted' and v.id is null)
    or (s.status = 'funded' and ${OUTSTANDING} > 0 and v.written_off_on is null and (${sql.join(unpaid, sql` or `)}))
    or (s.status in ('funded', 'repaid') and ${returnable} is not null))`;
}

const askedAt = () => sql<string | null>`(select max(event.created_at) from event
  where s.status = 'accepted' and ${isStep(sql<string>`'kyc/' || s.customer_id`, ['kyc.document_requested'])})`;

const heldOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('hold')
    .select('hold.id')
    .where('lifted_at', 'is', null)
    .where(sql<SqlBool>`object_id in (s.id, s.customer_id, s.partner_id, ${EVERYTHING})`)
    .limit(1);
