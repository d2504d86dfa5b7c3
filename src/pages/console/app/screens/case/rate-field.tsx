import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { CheckField } from '../../../../console-kit/fields.tsx';
import { bandFor, feeOf, isFarFrom, rateOfPercent } from '../../../../../kernel/rate.ts';
import { ApiError, run } from '../../../../console-kit/api.ts';
import { Field, typed, useHoldBack } from '../../../../console-kit/dialog.tsx';
import { daysInWords, inAYear, money, percent } from '../../../../console-kit/format.ts';
import { PricingDocument } from '../../../../console-kit/generated/graphql.ts';
import { PercentInput } from '../../../../console-kit/percent-input.tsx';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';

/**
 * The present rate of the partner's pricing, which an approval without a rate gets. It may have changed since the
 * request.
 */
async function pricingOf({
  partner,
  currency,
  settlementPeriod,
  interestRate,
}: CaseSettlement): Promise<number> {
  const { partner: found } = await run(PricingDocument, { partnerId: partner?.id ?? '' });
  if (found === null) return interestRate;
  const { bands, default: otherwise } = found.interestRate;
  return bandFor(bands, ({ periodDaysMax }) => periodDaysMax, currency, settlementPeriod)?.rate ?? otherwise;
}

/** The rate of an approval in percent, with its fee in money. It begins with the pricing. */
export function RateField({ settlement }: { settlement: CaseSettlement }) {
  const { id, interestRate: requested } = settlement;
  const loaded = useLoad(`pricing ${id}`, () => pricingOf(settlement));
  const { data: pricing, error } = loaded;
  const [text, setText] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  // The person has seen the approved rate.
  useHoldBack(pricing === null && error === null);
  // In the same step as the drawing, so that a pressed key replaces the pricing instead of adding to it.
  useLayoutEffect(() => {
    const input = fields.current?.querySelector('input');
    if (pricing === null || !input) return;
    // Text that was typed during the load stays.
    setText(input.value.trim());
    if (input === document.activeElement && input.value === input.defaultValue) input.select();
  }, [pricing]);
  const was =
    pricing !== null && pricing !== requested ? `, and was ${percent(requested)} at the request` : '';
  const hint = pricing === null ? '' : `The pricing of the partner is ${percent(pricing)}${was}.`;
  return (
    <div ref={fields}>
      <Field label="Interest rate" hint={hint}>
        <PercentInput name="rate" rate={pricing} onText={setText} />
      </Field>
      <input type="hidden" name="pricing" value={pricing ?? ''} />
      <LoadFailed of={loaded} />
      <Effect settlement={settlement} pricing={pricing ?? requested} rate={rateOfPercent(text)} />
    </div>
  );
}

interface EffectOptions {
  readonly settlement: CaseSettlement;
  readonly pricing: number;
  /** Null while the text is not a rate. */
  readonly rate: number | null;
}

/** The fee in money, and a question if the rate looks like a slip. */
function Effect({ settlement: { amount, currency, settlementPeriod }, pricing, rate }: EffectOptions) {
  const feeAt = (given: number) => money(feeOf(amount, given), currency);
  return (
    <>
      <p role="status">
        {rate !== null && (
          <>
            Fee for {daysInWords(settlementPeriod)}: <strong>{feeAt(rate)}</strong>
            <span class="faint">, {inAYear(amount, rate, settlementPeriod)}</span>
          </>
        )}
      </p>
      {rate !== null && isFarFrom(pricing, rate) && (
        // Ticked for one rate; another typed rate must be ticked again.
        <CheckField key={rate} name="confirm-rate" value={rate} required>
          {percent(rate)} is far from the pricing of {percent(pricing)}. I mean a fee of {feeAt(rate)}, and
          not of {feeAt(pricing)}.
        </CheckField>
      )}
    </>
  );
}

/**
 * The rate of a form to send; null for the pricing. The pricing is read again: if it has changed since the form was
 * filled, the person has not seen the new rate.
 */
export async function givenRate(settlement: CaseSettlement, form: FormData): Promise<number | null> {
  const rate = rateOfPercent(typed(form, 'rate'));
  const seen = typed(form, 'pricing');
  if (seen === '' || rate !== Number(seen)) return rate;
  const pricing = await pricingOf(settlement);
  if (pricing === rate) return null;
  throw new ApiError(
    `The pricing of the partner has changed to ${percent(pricing)}. Leave this dialog and begin again.`,
    'pricing_changed',
  );
}
