import { annualRateOf, feeOf, percentOf } from '../../kernel/rate.ts';

/** Digits after the point of a currency, by ISO 4217: JPY has none. */
export function minorDigits(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}

/** An amount in minor units. A sum may be too large for an exact number. */
type Minor = number | bigint;

/** An amount in minor units as text: exact for every safe integer. A division would not be exact. */
function decimal(minor: Minor, digits: number): string {
  const sign = minor < 0 ? '-' : '';
  const text = String(minor)
    .slice(sign.length)
    .padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = digits === 0 ? '' : `.${text.slice(text.length - digits)}`;
  return `${sign}${whole}${fraction}`;
}

/** `HKD 10,000.00`, in the currency's own minor units. */
export const money = (minor: Minor, currency: string): string =>
  `${currency} ${groupedAmount(minor, currency)}`;

/** `10,000.00`, if the currency is shown next to it. */
export function groupedAmount(minor: Minor, currency: string): string {
  const digits = minorDigits(currency);
  const [whole = '', fraction] = decimal(minor, digits).split('.');
  const grouped = new Intl.NumberFormat('en').format(BigInt(whole));
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `10000.00`, for programs. */
export const plainAmount = (minor: Minor, currency: string): string => decimal(minor, minorDigits(currency));

/**
 * A typed amount in minor units; null if the currency has no such amount. A too large amount is returned too, so that
 * the gateway refuses it; otherwise there would be no limit.
 */
export function minorAmount(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Digits of the largest safe integer, which an amount in minor units may be. */
const AMOUNT_DIGITS_MAX = 16;

/** How an amount is typed; JPY has no decimal point. */
export function amountPattern(currency: string): string {
  const digits = minorDigits(currency);
  const whole = `\\d{1,${AMOUNT_DIGITS_MAX - digits}}`;
  return digits === 0 ? whole : `${whole}(\\.\\d{1,${digits}})?`;
}

/** `0.0015` as `0.15 %`; a dash for none. */
export const percent = (rate: number | null): string =>
  rate === null || Number.isNaN(rate) ? '–' : `${percentOf(rate)} %`;

/** Hundredths of a percent in one: a rate of a year is compared, not computed with. */
const ANNUAL_PARTS = 10_000;

/** What a fee is in a year, to be compared: `5.21 % a year`. */
export function inAYear(amount: number, rate: number, periodDays: number): string {
  const annual = annualRateOf({ amount, fee: feeOf(amount, rate), periodDays });
  return `${percent(Math.round(annual * ANNUAL_PARTS) / ANNUAL_PARTS)} a year`;
}

/** A rate is typed as it is shown: in percent from 0 to 100, with or without the sign. */
export const PERCENT_PATTERN = '(\\d{1,2}(\\.\\d+)?|100(\\.0+)?)\\s?%?';

/** `1 day`, `30 days`. */
export const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A moment in the zone of the reader. */
export const moment = (text: string): string => MOMENT.format(new Date(text));
const DAY_HERE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** The day of a moment in the zone of the reader. */
export const dayHere = (text: string): string => DAY_HERE.format(new Date(text));
/** A calendar date, which has no zone. */
export const day = (text: string): string => DAY.format(new Date(`${text}T00:00:00Z`));

const SPANS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** `3 d`, `5 h` or `12 min`: how long ago, or until. */
export function span(ms: number): string {
  const [unit, size] = SPANS.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? ['min', 60_000];
  const count = Math.floor(Math.abs(ms) / size);
  return count === 0 ? 'now' : `${count} ${unit}`;
}

/** `MISSING_SUPPORTING_DOCUMENTS` as `Missing supporting documents`. */
export function words(code: string): string {
  const text = code.toLowerCase().replaceAll('_', ' ');
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^(?:Kyc|Nnc1|Nar1|Ok)\b/, (name) =>
    name.toUpperCase(),
  );
}

const WITHOUT_KEY: Readonly<Record<string, string>> = {
  clock: 'the clock',
  cli: 'the command line',
  oidc: 'the sign-in of your organisation',
};

/** Who did something: a person, a key, or a part of the gateway. */
export const whoOf = (actor: string, actorName: string | null): string =>
  actorName ?? WITHOUT_KEY[actor] ?? actor;

const LABELS: Readonly<Record<string, string>> = {
  businessRegistrationNumber: 'Registration number',
  corporateEntitiesNumber: 'Corporate entities',
  isic: 'ISIC',
  isSensitiveBusiness: 'Sensitive business',
  hasComplexStructure: 'Complex structure',
  hasNamecheckHits: 'Namecheck hits',
  directorsIdentityNumber: 'Directors',
  shareholdersIdentityNumber: 'Shareholders',
};

/** `registeredAddress` or `registered_address` as `Registered address`. */
export const label = (name: string): string =>
  LABELS[name] ?? words(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'));

/** The name that the partner gave a file, without the moment and the characters that the gateway put before it. */
export const givenName = (filename: string): string => filename.replace(/^\d{14}-[^-]{12}-/, '');

export function bytes(size: number): string {
  if (size < 1_024) return `${size} B`;
  if (size < 1_048_576) return `${Math.round(size / 1_024)} kB`;
  return `${(size / 1_048_576).toFixed(1)} MB`;
}
