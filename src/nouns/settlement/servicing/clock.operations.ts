import { type SqlBool, sql } from 'kysely';
import { dayAt, daysAfter, lastDayOfMonth } from '../../../kernel/days.ts';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import type { ProviderSettingsView } from '../../provider/provider.present.ts';
import { conditionOf } from '../servicing-condition.ts';
import { PROVEN_COLUMNS, type ProvenRow, requireGenuineSettlement } from '../proven-settlements.ts';
import { AfterInput, type Batch, forgeryOf } from './batch.ts';
import { changeServicing } from './change-servicing.ts';
import { findServicing } from './lock-servicing.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** Settlements that one transaction of the clock changes. */
const CLOCK_BATCH = 100;

/** Notes that a batch of settlements is due soon or overdue: once for each last day of a payment. */
export const noticeSettlements = defineCommand({
  name: 'noticeSettlements',
  roles: ['operator'],
  input: AfterInput,
  run(context, { input: { after } }): Promise<Batch> {
    const { now } = context;
    const isOverdue = sql<SqlBool>`${conditionOf('overdue', context)} and notice <> 'overdue'`;
    const isNear = sql<SqlBool>`${conditionOf('due_soon', context)} and notice = 'none'`;
    const today = dayAt(now);
    return changeBatch(context, { after, isDue: sql<SqlBool>`((${isOverdue}) or (${isNear}))` }, (row) => ({
      kind: 'notice',
      notice: today > row.pay_by ? 'overdue' : 'due_soon',
    }));
  },
});

/** Earns the fee of a batch of settlements, for each last day of a month that has come. */
export const earnFees = defineCommand({
  name: 'earnFees',
  roles: ['operator'],
  input: AfterInput,
  run(context, { input: { after } }): Promise<Batch> {
    const today = dayAt(context.now);
    const monthEnd = lastDayOfMonth(today) === today ? today : daysAfter(`${today.slice(0, 8)}01`, -1);
    const isDue = sql<SqlBool>`earned_until < ${monthEnd}`;
    return changeBatch(context, { after, isDue }, () => ({ kind: 'earn' }));
  },
});

type FactFor = (row: ServicingRow) => Parameters<typeof changeServicing>[2];

interface Due {
  readonly after: string;
  /** The condition on a row of servicing. */
  readonly isDue: ReturnType<typeof sql<SqlBool>>;
}

/** Changes the settlements that are due. If another transaction has locked one, it waits for the next round. */
async function changeBatch(context: CommandContext, { after, isDue }: Due, factFor: FactFor): Promise<Batch> {
  const due = (id: string | null) =>
    context.db
      .selectFrom('servicing')
      .select('id')
      .where(isDue)
      .where(sql<SqlBool>`principal_outstanding + fee_outstanding + refund_receivable + fee_unearned > 0`)
      .where('id', id === null ? '>' : '=', id ?? after)
      .orderBy('id')
      .limit(CLOCK_BATCH);
  const found = await due(null).execute();
  if (found.length === 0) return { last: null, damage: null };
  const settlements = await context.db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('id')
    .$call(lockFreeRows(context))
    .execute();
  let damage: Error | null = null;
  const provider = await findProviderToPost(context);
  for (const settlement of settlements) {
    try {
      // It may have changed before its lock.
      if ((await due(settlement.id).executeTakeFirst()) === undefined) continue;
      await changeOne(context, settlement, { factFor, provider });
    } catch (error) {
      damage ??= forgeryOf(error);
    }
  }
  return { last: found.at(-1)?.id ?? null, damage };
}

async function changeOne(
  context: CommandContext,
  settlement: ProvenRow,
  { factFor, provider }: { readonly factFor: FactFor; readonly provider: ProviderSettingsView },
): Promise<void> {
  requireGenuineSettlement(context.rowMacs, settlement);
  const servicing = await findServicing(context, settlement.id);
  if (servicing === null) return;
  await changeServicing(context, { settlement, servicing }, factFor(servicing), { provider });
}
