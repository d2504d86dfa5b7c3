import { plainDecimal } from './plain-decimal.ts';

/** A rate as a text in percent: a number up to `100` with any number of decimals. */
const PERCENT = /^(\d{1,2}(?:\.\d+)?|100(?:\.0+)?)\s?%?$/;

/**
 * A rate needs a confirmation if it is more than this many times higher or lower than the pricing. A misplaced decimal
 * point multiplies it by ten, and percent instead of a decimal by a hundred. The pricing of partners differs by less.
 */
const FAR_TIMES = 5n;

/**
 * Moves the point of a decimal to the right by editing its digits. A multiplication would be inexact: the last digit of
 * 0.07 * 100 is wrong.
 */
function withPointMoved(decimal: string, places: number): string {
  const sign = decimal.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.');
  const zeros = Math.max(0, 1 - whole.length - places);
  const point = whole.length + places + zeros;
  const digits = `${'0'.repeat(zeros)}${whole}${fraction}`.padEnd(point, '0');
  let first = 0;
  while (first < point - 1 && digits[first] === '0') first += 1;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(first, point)}${end > point ? `.${digits.slice(point, end)}` : ''}`;
}

/** `0.0015` as `0.15`. */
export const percentOfDecimal = (decimal: string): string => withPointMoved(decimal, 2);

/** `0.15` as `0.0015`. */
export const decimalOfPercent = (percent: string): string => withPointMoved(percent, -2);

/** A rate in percent, without the sign. */
export const percentOf = (rate: number): string => percentOfDecimal(plainDecimal(rate));

/** The rate of a text in percent, with or without the sign; null if the text is not a rate. */
export function rateOfPercent(text: string): number | null {
  const percent = PERCENT.exec(text)?.[1];
  return percent === undefined ? null : Number(decimalOfPercent(percent));
}

/** A rate as a fraction: `units` in its last decimal place, and how many of them make one. */
function fractionOf(rate: number): { readonly units: bigint; readonly one: bigint } {
  const [whole = '', digits = ''] = plainDecimal(rate).split('.');
  return { units: BigInt(whole + digits), one: 10n ** BigInt(digits.length) };
}

/** The most decimal places of a rate that money is computed from. More places are probably the result of a division. */
export const RATE_PLACES_MAX = 10;

/** Whether a rate has no more than `RATE_PLACES_MAX` decimal places, in its shortest digits. */
export function hasFewPlaces(rate: number): boolean {
  const [, digits = ''] = plainDecimal(rate).split('.');
  return digits.length <= RATE_PLACES_MAX;
}

/** The one rule of rounding: a quotient as a whole number, half of one rounded up. Neither number is negative. */
const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/**
 * The fee of an amount for its whole period, both in minor units. It is computed in whole numbers and rounded half up
 * once.
 */
export function feeOf(amount: number, rate: number): number {
  const { units, one } = fractionOf(rate);
  return Number(halfUp(BigInt(amount) * units, one));
}

/** Whether amount and fee together are still a whole number that every reader of JSON keeps exact. */
export const isExactSum = (amount: number, fee: number): boolean =>
  BigInt(amount) + BigInt(fee) <= BigInt(Number.MAX_SAFE_INTEGER);

/** The part of a fee that so many days of its period have earned, in minor units. */
export const feeEarnedBy = (fee: number, days: number, periodDays: number): number =>
  Number(halfUp(BigInt(fee) * BigInt(days), BigInt(periodDays)));

/** What a settlement costs: a flat fee for an amount over a period. */
interface Cost {
  readonly amount: number;
  readonly fee: number;
  readonly periodDays: number;
}

/** An annual rate as a fraction. A year has 365 days. */
const annualFraction = ({ amount, fee, periodDays }: Cost) => ({
  dividend: BigInt(fee) * 365n,
  divisor: BigInt(amount) * BigInt(periodDays),
});

/** The rate of a year as a decimal: 0.6 is 60 %. It is rounded to `RATE_PLACES_MAX` places for people. */
export function annualRateOf(cost: Cost): number {
  const { dividend, divisor } = annualFraction(cost);
  const units = halfUp(dividend * 10n ** BigInt(RATE_PLACES_MAX), divisor);
  return Number(withPointMoved(String(units), -RATE_PLACES_MAX));
}

/** Whether the rate of a year is above a ceiling. The exact rate is compared, not the rounded one. */
export function isAnnualRateAbove(ceiling: number, cost: Cost): boolean {
  const { units, one } = fractionOf(ceiling);
  const { dividend, divisor } = annualFraction(cost);
  return dividend * one > units * divisor;
}

/** Whether a rate is so far from the pricing that it is probably a slip. */
export function isFarFrom(pricing: number, rate: number): boolean {
  const [priced, given] = [fractionOf(pricing), fractionOf(rate)];
  const [low, high] = [priced.units * given.one, given.units * priced.one].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return high !== undefined && low !== undefined && high > FAR_TIMES * low;
}

/** The shortest band of a currency that a period fits into. */
export function bandFor<Band extends { readonly currency: string }>(
  bands: readonly Band[],
  daysMax: (band: Band) => number,
  currency: string,
  periodDays: number,
): Band | undefined {
  return bands
    .filter((band) => band.currency === currency && periodDays <= daysMax(band))
    .toSorted((a, b) => daysMax(a) - daysMax(b))[0];
}
