import { CheckField } from '../../../../console-kit/fields.tsx';
import { bandFor, isFarFrom } from '../../../../../kernel/rate.ts';
import { daysInWords, percent } from '../../../../console-kit/format.ts';
import type { Settings } from './partner-settings.tsx';

type Pricing = Settings['interestRate'];
type Band = Pricing['bands'][number];

/** The rate that requests of a band had. */
const rateBefore = ({ bands, default: otherwise }: Pricing, { currency, periodDaysMax }: Band): number =>
  bandFor(bands, (band) => band.periodDaysMax, currency, periodDaysMax)?.rate ?? otherwise;

/** Rates that look like a typing error, in words: each is far from the rate before. */
function farRatesOf(before: Pricing, after: Pricing): readonly string[] {
  const sentences: string[] = [];
  const compare = (what: string, was: number, is: number) => {
    if (!Number.isNaN(is) && isFarFrom(was, is))
      sentences.push(`${what}${percent(is)} instead of ${percent(was)}`);
  };
  compare('', before.default, after.default);
  for (const band of after.bands)
    compare(
      `${band.currency} up to ${daysInWords(band.periodDaysMax)} `,
      rateBefore(before, band),
      band.rate,
    );
  return sentences;
}

/** A question if a new rate is far from the present one. */
export function FarRates({ before, after }: { before: Pricing; after: Pricing }) {
  const far = farRatesOf(before, after).join(', ');
  if (far === '') return null;
  return (
    // Ticked for these rates; other typed rates must be ticked again.
    <CheckField key={far} name="confirm-rates" value={far} required>
      That is far from the present pricing, and I mean it: {far}.
    </CheckField>
  );
}
