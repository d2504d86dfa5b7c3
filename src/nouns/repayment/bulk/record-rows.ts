import { lookupId } from '../../../kernel/id.ts';
import { sentTogether } from '../../../engine/sql/sent-together.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import { lockServicedAmong, type ProvenServiced } from '../../settlement/servicing/lock-servicing.ts';
import { applyFact } from '../../settlement/servicing/apply-fact.ts';
import { presentRules } from '../../settlement/servicing/present-rules.ts';
import type { ServicingRow } from '../../settlement/servicing/servicing-mac.ts';
import { receive, repaymentFact } from '../receive-repayment.ts';
import { presentAllocation, presentRepayment, type RepaymentRow } from '../repayment.present.ts';
import { newRepaymentId, storeRepayments } from '../write-repayment.ts';
import { type BulkView, bulkView, type Verdict } from './bulk.present.ts';
import type { BulkRow } from './bulk.rules.ts';
import { checkItems, type RefusedItem, type ValidItem } from './check-items.ts';
import { standingIn } from './standing-in-bulk.ts';

export interface How {
  readonly dry_run: boolean;
  readonly only_valid: boolean;
}

/**
 * Records the rows, each with a verdict. All settlements are locked first, in the order of their ids, so that two bulks
 * cannot deadlock. On SQLite the transaction is the only one that writes until it ends; it runs other work of the process
 * between its statements. On PostgreSQL it delays only changes of the same settlements.
 */
export async function recordRows(
  context: CommandContext,
  rows: readonly BulkRow[],
  { dry_run, only_valid }: How,
): Promise<BulkView> {
  const referencesOf = new Map<string, string[]>();
  for (const row of rows) {
    if (!('item' in row)) continue;
    const { reference } = row.item;
    const funding_id = lookupId(row.item.funding_id);
    referencesOf.set(funding_id, [...(referencesOf.get(funding_id) ?? []), String(reference).trim()]);
  }
  const settlements = await lockServicedAmong(context, [...referencesOf.keys()]);
  const standing = await standingIn(context, referencesOf);
  const checked = await checkItems(context, rows, { settlements, standing });
  const isWhole = checked.every((item) => 'repayment' in item);
  const resolve = !dry_run && (isWhole || only_valid) ? recordValid : previewed;
  return bulkView(await resolve(context, checked));
}

type Checked = ValidItem | RefusedItem;

/** Records the valid items one after another. Each begins with the balances that the items before it left. */
async function recordValid(
  context: CommandContext,
  checked: readonly Checked[],
): Promise<readonly Verdict[]> {
  const latest = new Map<string, ProvenServiced>();
  const stored: RepaymentRow[] = [];
  const verdicts: Verdict[] = [];
  const together = sentTogether();
  const among = { provider: await findProviderToPost(context), together, owed: new Map() };
  for (const item of checked) {
    if ('faults' in item) {
      verdicts.push(refusedVerdict(item));
      continue;
    }
    const { id: funding_id, currency } = item.serviced.settlement;
    const { amount, received_on, source, reference } = item.repayment;
    const draft = { id: newRepaymentId(context), amount, received_on, source, reference };
    const { row, serviced } = await receive(context, latest.get(funding_id) ?? item.serviced, draft, among);
    latest.set(funding_id, serviced);
    stored.push(row);
    const repayment = presentRepayment(row, context.vault);
    const { allocated } = repayment;
    verdicts.push({
      row: item.row,
      funding_id,
      outcome: 'recorded',
      received_on,
      reference,
      currency,
      allocated,
      repayment,
      faults: [],
    });
  }
  await together.done();
  await storeRepayments(context, stored);
  return verdicts;
}

/** What each valid item would pay, after the items before it. */
async function previewed(context: CommandContext, checked: readonly Checked[]): Promise<readonly Verdict[]> {
  const latest = new Map<string, ServicingRow>();
  const verdicts: Verdict[] = [];
  const provider = await findProviderToPost(context);
  for (const item of checked) {
    if ('faults' in item) {
      verdicts.push(refusedVerdict(item));
      continue;
    }
    const { settlement, servicing } = item.serviced;
    const before = latest.get(settlement.id) ?? servicing;
    if (before === null) throw new Error('A settlement that takes repayments is not serviced.');
    const fact = repaymentFact({ id: newRepaymentId(context), ...item.repayment });
    const { after, allocation } = applyFact(before, fact, presentRules(provider, context.now, before));
    latest.set(settlement.id, after);
    const allocated = allocation === null ? null : presentAllocation(allocation);
    const { row, repayment } = item;
    verdicts.push({
      row,
      funding_id: settlement.id,
      outcome: 'valid',
      received_on: repayment.received_on,
      reference: repayment.reference,
      currency: settlement.currency,
      allocated,
      repayment: null,
      faults: [],
    });
  }
  return verdicts;
}

const refusedVerdict = (item: RefusedItem): Verdict => ({
  ...item,
  outcome: 'refused',
  received_on: null,
  reference: null,
  currency: null,
  allocated: null,
  repayment: null,
});
