import { ConfigError } from '../../../kernel/config-error.ts';
import { refusal } from '../../../kernel/errors.ts';
import { decimalOfPercent } from '../../../kernel/rate.ts';
import type { Pricing } from '../../../nouns/partner/pricing.rules.ts';

/** A decimal number; other text becomes NaN, which the rules of the operation refuse. */
export function numberOf(text: string): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** A rate as a decimal such as 0.0015, or in percent such as 0.15%; other text becomes NaN, as above. */
export function rateOf(text: string): number {
  const [, percent] = /^(-?\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  return percent === undefined ? numberOf(text) : Number(decimalOfPercent(percent));
}

/** The name of a folder. Empty text, as of a variable that is not set, would mean the folder where the command runs. */
export function folderOf(text: string): string {
  if (text === '') throw new ConfigError('The name of the folder is empty.');
  return text;
}

/** The parts of `HKD, USD`. */
export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** The bands of `HKD:30:0.15%` and so on: a currency, the longest period in days, and the rate. `none` removes all. */
export function bandsOf(text: string): Pricing['bands'] {
  if (text === 'none') return [];
  return listOf(text).map((band) => {
    const [currency = '', days = '', bandRate = '', ...rest] = band.split(':');
    const [period_days_max, rate] = [numberOf(days), rateOf(bandRate)];
    if (!isNumber(period_days_max) || !isNumber(rate) || rest.length > 0)
      throw notEntries('HKD:30:0.15%', ['interest_rate', 'bands']);
    return { currency, period_days_max, rate };
  });
}

/** The limits of `HKD:100000000` and so on: a currency, and the limit in its minor unit. `none` removes all. */
export function limitsOf(text: string): { currency: string; amount: number }[] {
  if (text === 'none') return [];
  return listOf(text).map((limit) => {
    const [currency = '', ...numbers] = limit.split(':');
    const [amount] = numbers.map(numberOf);
    if (!isNumber(amount) || numbers.length > 1) throw notEntries('HKD:100000000', ['auto_limit']);
    return { currency, amount };
  });
}

const isNumber = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);

const notEntries = (example: string, path: readonly string[]) =>
  refusal('parameter_invalid', `must be entries such as ${example}, separated by commas, or none`, { path });

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);
const DAY_SECONDS = 86_400;
/** Ten years; a key for longer should have no expiry. */
const DURATION_SECONDS_MAX = 3_650 * DAY_SECONDS;

interface DurationRule {
  /** What else than a duration the input may be, before "a duration". */
  readonly orElse?: string;
  /** The longest that the operation accepts, in seconds. */
  readonly max?: number;
}

/** The seconds of `24h`. A refusal names `member` as the wrong input, and says what would be right. */
export function secondsOf(
  text: string,
  member: string,
  { orElse = '', max = DURATION_SECONDS_MAX }: DurationRule = {},
): number {
  const [, count = '', unit = ''] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS.get(unit) ?? 0);
  if (seconds >= 1 && seconds <= max) return seconds;
  const says = `must be ${orElse}a duration such as 90s, 30m, 24h or 7d, and at most ${max / DAY_SECONDS}d`;
  throw refusal('parameter_invalid', says, { path: [member] });
}
