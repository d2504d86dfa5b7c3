import { dayAt } from '../../../kernel/days.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import type { ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

interface PresentRules extends ServicingRules {
  /** The last day of the closed books; null if none are closed. */
  readonly closedUntil: string | null;
}

/** The day in the country of the customer, and the settings of the provider, which stay as they are until the commit. */
export async function presentRules(
  { now }: QueryContext,
  _of: Pick<ServicingRow, 'country' | 'currency'>,
): Promise<PresentRules> {
  return {
    today: dayAt(now),
    smallDifference: 0,
    feeRecognition: 'over_period',
    holidays: new Set(),
    closedUntil: null,
  };
}
