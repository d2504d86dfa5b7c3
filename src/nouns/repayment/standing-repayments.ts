import { type Kysely, sql, type SqlBool } from 'kysely';
import { refusal } from '../../kernel/errors.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import type { ProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import type { RepaymentStatus } from './repayment.machine.ts';
import { OPEN_REPORTS_MAX, REPAYMENTS_MAX } from './repayment.rules.ts';

/** The repayments that a new one must not repeat. The settlement is locked, so none is added meanwhile. */
interface Claim {
  readonly settlementId: string;
  readonly amount: number;
  readonly receivedOn: string;
  readonly reference: string | null;
  readonly allowDuplicate: boolean;
}

interface Sent {
  readonly amount: number;
  readonly received_on: string;
  readonly reference: string | null;
  readonly allow_duplicate: boolean;
}

/** The claim of a repayment of a settlement. */
export const claimOf = ({ settlement }: ProvenServiced, sent: Sent): Claim => ({
  settlementId: settlement.id,
  amount: sent.amount,
  receivedOn: sent.received_on,
  reference: sent.reference,
  allowDuplicate: sent.allow_duplicate,
});

/** The statuses of a repayment that stands, or may come to stand. */
export const STANDING: readonly RepaymentStatus[] = ['reported', 'received'];

/** Throws `repayment_duplicate` if a repayment that stands is the same, or `limit_reached` if there is no room. */
export async function requireRoom(context: QueryContext, claim: Claim, isReport: boolean): Promise<void> {
  const { settlementId } = claim;
  // In parallel, so that a remote database costs one round trip.
  const [, all, open] = await Promise.all([
    requireUnlike(context, claim, { among: STANDING, except: null }),
    countAll(context.db, { settlementId }),
    isReport ? countOpen(context.db, { settlementId }) : [],
  ]);
  requireFewer(all[0]?.count ?? 0);
  if ((open[0]?.count ?? 0) >= OPEN_REPORTS_MAX)
    throw refusal(
      'limit_reached',
      `The settlement has ${OPEN_REPORTS_MAX} reports that wait for the provider; cancel one, or wait.`,
    );
}

/** Throws `limit_reached` if a settlement with so many repayments takes no more. */
export function requireFewer(count: number): void {
  if (count >= REPAYMENTS_MAX)
    throw refusal('limit_reached', `The settlement has ${REPAYMENTS_MAX} repayments, and takes no more.`);
}

/**
 * Throws `repayment_duplicate` if the money of a report repeats another repayment. If the report has no reference, only
 * received repayments count, because the partner has already said that two equal reports are two payments.
 */
export const requireUniqueReceipt = (context: QueryContext, claim: Claim, id: string): Promise<void> =>
  requireUnlike(context, claim, { among: ['received'], except: id });

interface Among {
  /** The statuses of repayments without a reference that count. */
  readonly among: readonly RepaymentStatus[];
  /** The repayment that is compared with the others. */
  readonly except: string | null;
}

async function requireUnlike(context: QueryContext, claim: Claim, { among, except }: Among): Promise<void> {
  const { db, referenceHash } = context;
  const { settlementId, receivedOn, amount, reference, allowDuplicate } = claim;
  const day = { settlementId, receivedOn, except };
  if (reference !== null) {
    // A hash from before a rotation of the secret counts too.
    const same = await findSame(db, { ...day, hashes: referenceHash.makeAll(reference) });
    if (same.length > 0) throw duplicate();
  } else if (!allowDuplicate) {
    const alike = await findAlike(db, { ...day, amount, among });
    if (alike.length > 0)
      throw refusal(
        'repayment_duplicate',
        'The settlement has a repayment of this day and amount. Give the reference, or allow the duplicate.',
      );
  }
}

export const duplicate = () =>
  refusal('repayment_duplicate', 'was used for another repayment of this settlement and day', {
    path: ['reference'],
  });

interface Day {
  readonly settlementId: string;
  readonly receivedOn: string;
  readonly except: string | null;
}

/** Repayments of a day that stand: as literals, so that the index of these repayments serves the condition. */
const standingOn = (db: Kysely<Tables>, { settlementId, receivedOn, except }: Day) =>
  db
    .selectFrom('repayment')
    .select('id')
    .where('settlement_id', '=', settlementId)
    .where('received_on', '=', receivedOn)
    .where(sql<SqlBool>`status in (${sql.join(STANDING.map((status) => sql.lit(status)))})`)
    .$if(except !== null, (others) => others.where('id', '<>', except ?? ''))
    .limit(sql.lit(1));

const findSame = statement((db, { hashes, ...day }: Day & { readonly hashes: readonly string[] }) =>
  standingOn(db, day).where('reference_hash', 'in', hashes),
);

const findAlike = statement(
  (db, { amount, among, ...day }: Day & Pick<Claim, 'amount'> & Pick<Among, 'among'>) =>
    standingOn(db, day).where('amount', '=', amount).where('status', 'in', among),
);

type OfSettlement = Pick<Claim, 'settlementId'>;

/** All repayments of a settlement; only an index is read. */
const countAll = statement((db, { settlementId }: OfSettlement) =>
  db
    .selectFrom('repayment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settlement_id', '=', settlementId),
);

const countOpen = statement((db, { settlementId }: OfSettlement) =>
  db
    .selectFrom('repayment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settlement_id', '=', settlementId)
    .where('status', '=', sql.lit('reported')),
);
