import { useEffect, useRef, useState } from 'preact/hooks';
import { QuietButton } from '../../../../console-kit/parts.tsx';
import { rateOfPercent } from '../../../../../kernel/rate.ts';
import { ChoiceField, chosen, type Words } from '../../../../console-kit/choice.tsx';
import { AmountInput, CheckField } from '../../../../console-kit/fields.tsx';
import { minorAmount } from '../../../../console-kit/format.ts';
import type { PartnerSettingsFragment } from '../../../../console-kit/generated/graphql.ts';
import { CURRENCIES } from '../../../../console-kit/list/currencies.ts';
import { PercentInput } from '../../../../console-kit/percent-input.tsx';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { FarRates } from './far-rates.tsx';
import { ServicingChoices, servicingOf } from './servicing-choices.tsx';
import { type Settings, SettingsInWords } from './partner-settings.tsx';

/** The default rate of a partner, as a decimal. */
const RATE_OF_NEW = 0.002;
const PRICING_OF_NEW = { default: RATE_OF_NEW, bands: [] };

/** Every setting of a partner, with what they mean together. */
export function SettingFields({ partner }: { partner: PartnerSettingsFragment | null }) {
  const [settings, setSettings] = useState<Settings | null>(partner);
  const fields = useRef<HTMLDivElement>(null);
  const read = () => {
    const form = fields.current?.closest('form');
    if (form) setSettings(settingsOf(new FormData(form)));
  };
  useEffect(read, []);
  return (
    <div class="settings" ref={fields} onInput={read} onChange={read}>
      <div class="setting-fields">
        <Field label="Name">
          <input name="name" required maxLength={255} defaultValue={partner?.name ?? ''} autocomplete="off" />
        </Field>
        <Choices partner={partner} />
        <ServicingChoices partner={partner} />
        <Field label="Days to answer an offer">
          <input
            name="days"
            type="number"
            min="1"
            max="3650"
            required
            defaultValue={String(partner?.offerValidDays ?? 30)}
          />
        </Field>
        <Field label="Interest rate" hint="In percent, such as 0.2; for requests without a band.">
          <PercentInput name="rate" rate={partner?.interestRate.default ?? RATE_OF_NEW} />
        </Field>
        <Bands partner={partner} read={read} />
        <Currencies partner={partner} />
        {settings !== null && (
          <FarRates before={partner?.interestRate ?? PRICING_OF_NEW} after={settings.interestRate} />
        )}
      </div>
      <section class="effect" aria-label="What that means" aria-live="polite">
        <h3>What that means</h3>
        {settings !== null && <SettingsInWords partner={settings} />}
      </section>
    </div>
  );
}

interface OfPartner {
  readonly partner: PartnerSettingsFragment | null;
}

const REVIEWS: Words<Settings['review']> = {
  AUTO: 'Requests are approved by themselves',
  POLICY: 'The live policy decides',
  MANUAL: 'Every request waits for an operator',
};
const OFFERS = { no: 'The partner answers them', yes: 'Accepted as soon as they are approved' };
const ACCOUNT_RATES: Words<Settings['accountRates']> = {
  REQUIRED: 'A request has to state chargebacks and refunds',
  OPTIONAL: 'They may be left out',
};
const UNKNOWN_INPUT: Words<Settings['unknownInput']> = {
  REFUSE: 'Refused, which finds typing errors',
  IGNORE: 'Passed over',
};

const Choices = ({ partner }: OfPartner) => (
  <>
    <ChoiceField name="review" label="Review" words={REVIEWS} chosen={partner?.review} />
    <ChoiceField
      name="autoAccept"
      label="Offers"
      words={OFFERS}
      chosen={partner?.autoAccept ? 'yes' : 'no'}
    />
    <ChoiceField
      name="accountRates"
      label="Account rates"
      words={ACCOUNT_RATES}
      chosen={partner?.accountRates}
    />
    <ChoiceField
      name="unknownInput"
      label="Unknown input"
      words={UNKNOWN_INPUT}
      chosen={partner?.unknownInput}
    />
  </>
);

/** A checkbox for each currency, with an optional limit. */
function Currencies({ partner }: OfPartner) {
  const limits = new Map(partner?.autoLimit.map(({ currency, amount }) => [currency, amount]));
  return (
    <fieldset>
      <legend>Currencies, and what one customer may have outstanding before a request waits</legend>
      {CURRENCIES.map((currency) => (
        <div class="currency" key={currency}>
          <CheckField
            name="currency"
            value={currency}
            defaultChecked={partner?.currencies.includes(currency) ?? true}
          >
            {currency}
          </CheckField>
          <AmountInput
            currency={currency}
            name={`limit-${currency}`}
            amount={limits.get(currency)}
            placeholder="no limit"
            label={`Limit in ${currency}`}
          />
        </div>
      ))}
    </fieldset>
  );
}

const NEW_BAND = { currency: 'HKD', periodDaysMax: 30, rate: RATE_OF_NEW } as const;

/** Rates by currency and number of days; the shortest band that a period fits into applies. */
function Bands({ partner, read }: OfPartner & { readonly read: () => void }) {
  const [rows, setRows] = useState(() => {
    const bands = partner?.interestRate.bands ?? [];
    return bands.map((band, at) => ({ key: at, band }));
  });
  const next = useRef(rows.length);
  const add = () => {
    next.current += 1;
    setRows([...rows, { key: next.current, band: NEW_BAND }]);
    setTimeout(read);
  };
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key));
    setTimeout(read);
  };
  return (
    <fieldset>
      <legend>Rates of their own, by currency and longest period</legend>
      {rows.map(({ key, band }) => (
        <div class="band" key={key}>
          <select name="band-currency" aria-label="Currency of the band">
            {CURRENCIES.map((currency) => (
              <option key={currency} selected={currency === band.currency}>
                {currency}
              </option>
            ))}
          </select>
          <input
            name="band-days"
            type="number"
            min="1"
            required
            aria-label="Days at most"
            defaultValue={String(band.periodDaysMax)}
          />
          <PercentInput name="band-rate" rate={band.rate} label="Rate of the band in percent" />
          <QuietButton aria-label="Remove the band" onClick={() => remove(key)}>
            ×
          </QuietButton>
        </div>
      ))}
      <QuietButton onClick={add}>Add a band</QuietButton>
    </fieldset>
  );
}

const texts = (form: FormData, name: string): readonly string[] =>
  form.getAll(name).map((value) => (typeof value === 'string' ? value.trim() : ''));

/** The values of these fields as the input of the gateway. */
export function settingsOf(form: FormData) {
  const days = texts(form, 'band-days');
  const rates = texts(form, 'band-rate');
  const bands = texts(form, 'band-currency').map((currency, at) => ({
    currency,
    periodDaysMax: Number(days[at]),
    rate: rateOfPercent(rates[at] ?? '') ?? Number.NaN,
  }));
  const limits = CURRENCIES.flatMap((currency) => {
    const text = typed(form, `limit-${currency}`);
    const amount = text === '' ? null : minorAmount(text, currency);
    return amount === null ? [] : [{ currency, amount }];
  });
  return {
    name: typed(form, 'name'),
    review: chosen(form, 'review', REVIEWS) ?? 'AUTO',
    autoAccept: typed(form, 'autoAccept') === 'yes',
    accountRates: chosen(form, 'accountRates', ACCOUNT_RATES) ?? 'REQUIRED',
    unknownInput: chosen(form, 'unknownInput', UNKNOWN_INPUT) ?? 'REFUSE',
    ...servicingOf(form),
    currencies: [...texts(form, 'currency')],
    autoLimit: limits,
    interestRate: { default: rateOfPercent(typed(form, 'rate')) ?? Number.NaN, bands },
    offerValidDays: Number(typed(form, 'days')),
  };
}
