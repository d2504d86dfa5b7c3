import { dayAt } from '../../../kernel/days.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { kycCountryOf } from '../../kyc/kyc.present.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import { holidaysOf, smallDifferenceOf } from '../../provider/provider.rules.ts';
import type { ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

interface PresentRules extends ServicingRules {
  /** The last day of the closed books; null if none are closed. */
  readonly closedUntil: string | null;
}

/** The day in the country of the customer, and the settings of the provider, which stay as they are until the commit. */
export async function presentRules(
  context: QueryContext,
  of: Pick<ServicingRow, 'country' | 'currency'>,
): Promise<PresentRules> {
  const provider = await findProviderToPost(context);
  return {
    today: dayAt(context.now),
    smallDifference: smallDifferenceOf(provider, of.currency),
    feeRecognition: provider.fee_recognition,
    holidays: holidaysOf(provider, kycCountryOf(of)),
    closedUntil: provider.books_closed_until,
  };
}
