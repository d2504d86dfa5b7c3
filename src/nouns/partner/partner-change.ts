import { isDeepStrictEqual } from 'node:util';
import type { PartnerChange } from './partner.input.ts';
import type { PartnerSettings, PartnerView } from './partner.present.ts';

/** The settings that a change sets to another value. Absent parts of the interest rates stay. */
export function changedSettings(before: PartnerView, change: PartnerChange): Partial<PartnerSettings> {
  const { interest_rate: rate } = change;
  const given = {
    ...change,
    interest_rate: {
      default: rate?.default ?? before.interest_rate.default,
      bands: rate?.bands ?? before.interest_rate.bands,
    },
  };
  const changed = Object.entries(given).filter(
    ([name, value]) => value != null && !isDeepStrictEqual(value, Reflect.get(before, name)),
  );
  return Object.fromEntries(changed);
}
