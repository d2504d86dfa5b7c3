import { refusal } from '../../kernel/errors.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import type { ProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import type { RepaymentStatus } from './repayment.machine.ts';
import { OPEN_REPORTS_MAX, REPAYMENTS_MAX } from './repayment.rules.ts';

/** What a repayment must not repeat. Its settlement is locked, so no other one is added meanwhile. */
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
  const { all, open, same, alike } = await factsOf(context, claim, { among: STANDING, except: null });
  requireUnlike(claim, { same, alike });
  requireFewer(all);
  if (isReport && open >= OPEN_REPORTS_MAX)
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
 * Throws `repayment_duplicate` if what came of a report repeats another repayment. Without a reference only received
 * ones count, because the partner has said already that two equal reports are two.
 */
export async function requireUniqueReceipt(context: QueryContext, claim: Claim, id: string): Promise<void> {
  const { same } = await factsOf(context, claim, { among: STANDING, except: id });
  const { alike } = await factsOf(context, claim, { among: ['received'], except: id });
  requireUnlike(claim, { same, alike });
}

function requireUnlike({ reference, allowDuplicate }: Claim, found: { same: number; alike: number }): void {
  if (reference !== null && found.same > 0) throw duplicate();
  if (reference === null && !allowDuplicate && found.alike > 0)
    throw refusal(
      'repayment_duplicate',
      'The settlement has a repayment of this day and amount; give the reference, or say that it is another one.',
    );
}

export const duplicate = () =>
  refusal('repayment_duplicate', 'was used for another repayment of this settlement and day', {
    path: ['reference'],
  });

interface Among {
  readonly among: readonly RepaymentStatus[];
  /** The repayment that is compared with the others. */
  readonly except: string | null;
}

async function factsOf({ db, referenceHash }: QueryContext, claim: Claim, { among, except }: Among) {
  const { settlementId, receivedOn, amount, reference } = claim;
  // A hash from before a rotation of the secret counts too.
  const hashes = reference === null ? [''] : referenceHash.makeAll(reference);
  return db
    .selectFrom('repayment')
    .where('settlement_id', '=', settlementId)
    .$if(except !== null, (others) => others.where('id', '<>', except ?? ''))
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 'reported').as('open'),
      fn
        .countAll<number>()
        .filterWhere('status', 'in', among)
        .filterWhere('received_on', '=', receivedOn)
        .filterWhere('reference_hash', 'in', hashes)
        .as('same'),
      fn
        .countAll<number>()
        .filterWhere('status', 'in', among)
        .filterWhere('received_on', '=', receivedOn)
        .filterWhere('amount', '=', amount)
        .as('alike'),
    ])
    .executeTakeFirstOrThrow();
}
