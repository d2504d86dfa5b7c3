import { refusal } from '../../kernel/errors.ts';
import type { Pricing } from '../../partner/pricing.rules.ts';

/** A decimal number; other text becomes NaN, which the rules of the operation refuse. */
export function numberOf(text: string): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** The parts of `HKD, USD`. */
export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** The bands of `HKD:30:0.0015` and so on: a currency, the longest period in days, and the rate. `none` removes all. */
export function bandsOf(text: string): Pricing['bands'] {
  if (text === 'none') return [];
  return listOf(text).map((band) => {
    const [currency = '', days = '', rate = '', ...rest] = band.split(':');
    return {
      currency,
      period_days_max: numberOf(days),
      rate: rest.length === 0 ? numberOf(rate) : Number.NaN,
    };
  });
}

/** The limits of `HKD:100000000` and so on: a currency, and the limit in its minor unit. `none` removes all. */
export function limitsOf(text: string): { currency: string; amount: number }[] {
  if (text === 'none') return [];
  return listOf(text).map((limit) => {
    const [currency = '', amount = '', ...rest] = limit.split(':');
    return { currency, amount: rest.length === 0 ? numberOf(amount) : Number.NaN };
  });
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);
/** Ten years; a key for longer should have no expiry. */
const DURATION_SECONDS_MAX = 3_650 * 86_400;

/** The seconds of `24h`. A refusal names `member` as the wrong input, and what else than a duration it may be. */
export function secondsOf(text: string, member: string, orElse = ''): number {
  const [, count = '', unit = ''] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS.get(unit) ?? 0);
  if (seconds >= 1 && seconds <= DURATION_SECONDS_MAX) return seconds;
  const says = `must be ${orElse}a duration such as 90s, 30m, 24h or 365d, and at most 3650d`;
  throw refusal('parameter_invalid', says, { path: [member] });
}
