import { dayAt } from '../../../kernel/days.ts';
import { kycCountryOf } from '../../kyc/kyc.present.ts';
import type { ProviderSettingsView } from '../../provider/provider.present.ts';
import { holidaysOf, smallDifferenceOf } from '../../provider/provider.rules.ts';
import type { ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

interface PresentRules extends ServicingRules {
  /** The last day of the closed books; null if none are closed. */
  readonly closedUntil: string | null;
}

/** The day in the country of the customer, and what the settings of the provider say for a settlement. */
export const presentRules = (
  provider: ProviderSettingsView,
  now: Date,
  of: Pick<ServicingRow, 'country' | 'currency'>,
): PresentRules => ({
  today: dayAt(now),
  smallDifference: smallDifferenceOf(provider, of.currency),
  feeRecognition: provider.fee_recognition,
  holidays: holidaysOf(provider, kycCountryOf(of)),
  closedUntil: provider.books_closed_until,
});
