import { notBefore, timestamp } from '../../../kernel/clock.ts';
import { dayAt } from '../../../kernel/days.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { legsOf, type NewEntry } from '../../ledger/entries.ts';
import { postEntries } from '../../ledger/post-entries.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import type { ProviderSettingsView } from '../../provider/provider.present.ts';
import { forgetPast } from '../customer-past.ts';
import type { ProvenRow } from '../proven-settlements.ts';
import { outstandingOf, posted, statementBalanceOf, withBalances } from './balances.ts';
import { type Former, findFormer, isUnstored } from './former-servicing.ts';
import { presentRules } from './present-rules.ts';
import { servicingCounts } from './servicing-counts.ts';
import { withServicingMac, type ServicingRow } from './servicing-mac.ts';
import { storeServicing } from './store-servicing.ts';

/**
 * Opens the books of settlements of an earlier version: against the opening balance, never against money. The caller
 * has locked the settlements, and none of them has a row of servicing. Returns the new rows by id. `findFormer` calls
 * `onLost`.
 */
export async function openFormer(
  context: CommandContext,
  settlements: readonly ProvenRow[],
  onLost?: (error: Error) => void,
): Promise<ReadonlyMap<string, ServicingRow>> {
  const former = await findFormer(context, settlements, onLost);
  const rows = new Map<string, ServicingRow>();
  const provider = await findProviderToPost(context);
  for (const settlement of settlements) {
    const found = former.get(settlement.id);
    if (found !== undefined) rows.set(settlement.id, await open(context, settlement, { ...found, provider }));
  }
  if (rows.size > 0)
    await context.db
      .insertInto('servicing')
      .values([...rows.values()])
      .execute();
  return rows;
}

async function open(
  context: CommandContext,
  settlement: ProvenRow,
  { row, entries, provider }: Former & { readonly provider: ProviderSettingsView },
): Promise<ServicingRow> {
  const rules = presentRules(provider, context.now, row);
  const posting = { ...rules, recordedAt: timestamp(context.now), first: 0 };
  await postEntries(context, settlement, withBalances(0, entries), posting);
  const opened = withServicingMac(context.rowMacs, row);
  await recordOpened(context, row);
  await context.count(servicingCounts(opened, 1));
  forgetPast(context, opened.customer_id);
  return opened;
}

interface Opening {
  readonly settlement: ProvenRow;
  readonly servicing: ServicingRow;
  readonly provider: ProviderSettingsView;
}

/**
 * The stored row before a change. Opens the books of a settlement of an earlier version. Closes a settlement that a
 * process of an earlier version has marked as repaid meanwhile. The caller has locked the settlement.
 */
export async function openedServicing(
  context: CommandContext,
  { settlement, servicing, provider }: Opening,
): Promise<ServicingRow> {
  if (!isUnstored(servicing))
    return isRepaidBefore(settlement, servicing)
      ? closeFormer(context, settlement, { row: servicing, provider })
      : servicing;
  const opened = (await openFormer(context, [settlement])).get(settlement.id);
  if (opened === undefined) throw new Error('A settlement of an earlier version is gone.');
  return opened;
}

/** Whether it is repaid, although its books say that something is owed. */
const isRepaidBefore = ({ status }: Pick<ProvenRow, 'status'>, row: ServicingRow): boolean =>
  status === 'repaid' && row.written_off_on === null && outstandingOf(row) > 0;

/** Records one transfer of everything outstanding, on the day of the last change of the settlement. */
async function closeFormer(
  context: CommandContext,
  settlement: ProvenRow,
  { row, provider }: { readonly row: ServicingRow; readonly provider: ProviderSettingsView },
): Promise<ServicingRow> {
  const effectiveOn = dayAt(new Date(settlement.updated_at));
  const { fee_unearned: earned } = row;
  const made: NewEntry[] = [
    {
      kind: 'opening',
      effectiveOn,
      legs: legsOf(
        { opening_balance: outstandingOf(row) },
        {
          refund_receivable: row.refund_receivable,
          fee_receivable: row.fee_outstanding,
          principal_receivable: row.principal_outstanding,
        },
      ),
    },
  ];
  const legs = legsOf({ fee_unearned: earned }, { fee_income: earned });
  if (earned > 0) made.push({ kind: 'fee_earned', effectiveOn, legs });
  const recordedAt = notBefore(row.recorded_at, context.clock());
  const after = made.reduce(posted, row);
  const stored = await storeServicing(context, row, {
    ...after,
    paid: row.paid + row.principal_outstanding + row.fee_outstanding,
    closed_on: effectiveOn,
    earned_until: null,
    recorded_at: recordedAt,
    entries: row.entries + made.length,
    steps: row.steps + 1,
  });
  const entries = withBalances(statementBalanceOf(row), made);
  const posting = { ...presentRules(provider, context.now, row), recordedAt, first: row.entries };
  await postEntries(context, settlement, entries, posting);
  await recordOpened(context, row);
  return stored;
}

const recordOpened = (context: CommandContext, { id, partner_id }: ServicingRow): Promise<void> =>
  context.record({ type: 'funding.opened', subject: `funding/${id}`, partnerId: partner_id });
