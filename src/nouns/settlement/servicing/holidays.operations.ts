import { z } from 'zod';
import { dayAt, payByOf } from '../../../kernel/days.ts';
import { isForgery } from '../../../engine/crypto/row-mac.ts';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { holidaysReached, pendingHolidays } from '../../provider/pending-holidays.ts';
import type { ProviderSettingsView } from '../../provider/provider.present.ts';
import { holidaysOf } from '../../provider/provider.rules.ts';
import { changeServicing } from './change-servicing.ts';
import { lockServiced } from './lock-servicing.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** Settlements that one transaction looks at. Few of them change. */
const BATCH_ROWS = 200;

interface Applied {
  /** The last settlement of the batch; null if none is left. */
  readonly last: string | null;
  /** The error of the first settlement that could not be changed; the others are. */
  readonly damage: Error | null;
  /** The version of the settings that was applied; null if no change waits. */
  readonly steps: number | null;
}

/**
 * If the holidays have changed, computes the last days for the payments of a batch of open settlements again. A past
 * day stays, and no day moves into the past. `steps` is the version of the settings that the previous batch applied.
 */
export const applyHolidays = defineCommand({
  name: 'applyHolidays',
  roles: ['operator'],
  input: z.strictObject({ after: z.string(), steps: z.number().nullable() }),
  async run(context, { input: { after, steps: begun } }): Promise<Applied> {
    const pending = await pendingHolidays(context);
    // If the settings changed meanwhile, the next round begins again.
    if (pending === null || (begun !== null && begun !== pending.steps))
      return { last: null, damage: null, steps: null };
    const { steps, settings } = pending;
    const rows = await openAfter(context, after);
    if (rows.length === 0) {
      await holidaysReached(context, steps);
      return { last: null, damage: null, steps };
    }
    const today = dayAt(context.now);
    let damage: Error | null = null;
    for (const row of rows.filter((each) => isMoved(each, settings, today))) {
      try {
        await applyTo(context, row.id, (servicing) => isMoved(servicing, settings, today));
      } catch (error) {
        if (!isForgery(error)) throw error;
        damage ??= error;
      }
    }
    return { last: rows.at(-1)?.id ?? null, damage, steps };
  },
});

type Payable = Pick<ServicingRow, 'country' | 'due_on' | 'pay_by' | 'closed_on'>;

/** Whether the present holidays move the last day for the payment. */
function isMoved(row: Payable, settings: ProviderSettingsView, today: string): boolean {
  if (row.closed_on !== null || row.pay_by < today) return false;
  const payBy = payByOf(row.due_on, holidaysOf(settings, row.country));
  return payBy !== row.pay_by && payBy >= today;
}

const openAfter = ({ db, now }: CommandContext, after: string) =>
  db
    .selectFrom('servicing')
    .select(['id', 'country', 'due_on', 'pay_by', 'closed_on'])
    .where('id', '>', after)
    .where('closed_on', 'is', null)
    .where('pay_by', '>=', dayAt(now))
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();

async function applyTo(
  context: CommandContext,
  id: string,
  isStillMoved: (servicing: ServicingRow) => boolean,
): Promise<void> {
  const serviced = await lockServiced(context, { funding_id: id, customer_id: null });
  if (serviced.servicing === null || !isStillMoved(serviced.servicing)) return;
  await changeServicing(context, serviced, { kind: 'holidays' });
}
