import type { CommandContext } from '../../pipeline/operation.ts';
import { findProviderRow } from './find-provider.ts';
import { presentProvider, type ProviderSettingsView, storedSettingsOf } from './provider.present.ts';
import { PROVIDER_ID } from './provider.rules.ts';
import { withProviderMac } from './provider-mac.ts';

/** Settings whose holidays have not reached every last day of a payment yet. */
interface PendingHolidays {
  readonly settings: ProviderSettingsView;
  /** A later change of the settings has a higher number. */
  readonly steps: number;
}

/** Null if the last days of all payments follow the present holidays. */
export async function pendingHolidays(context: CommandContext): Promise<PendingHolidays | null> {
  const row = await findProviderRow(context);
  if (!storedSettingsOf(row).holidays_pending) return null;
  return { settings: presentProvider(row), steps: row.steps };
}

/** Notes that the last days follow the holidays, unless the settings changed since those steps. It writes no event. */
export async function holidaysReached(context: CommandContext, steps: number): Promise<void> {
  const row = await findProviderRow(context);
  const { settings, mac } = withProviderMac(context.rowMacs, {
    ...row,
    settings: JSON.stringify({ ...storedSettingsOf(row), holidays_pending: false }),
  });
  await context.db
    .updateTable('provider_settings')
    .set({ settings, mac })
    .where('id', '=', PROVIDER_ID)
    .where('steps', '=', steps)
    .where('mac', '=', row.mac)
    .execute();
}
