import { CURRENCIES, type Currency } from '../../kernel/currency.ts';
import { dayAt, daysAfter } from '../../kernel/days.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { type AmountParts, joinedParts, NO_AMOUNT } from '../settlement/amount-sum.ts';
import { countedParts } from '../settlement/servicing/servicing-totals.ts';

/**
 * The upper bound of each age, in days past the last day for the payment. Age 0 is not due yet; the last age has no
 * bound.
 */
export const AGES = [0, 7, 30, 60, 90, 180, 365, null] as const;

/** What is outstanding in a currency and of an age. */
export interface OutstandingOfAge {
  readonly currency: Currency;
  /** The least days past the last day for the payment; 0 is not due yet. */
  readonly days_min: number;
  /** The most days; null for the oldest age. */
  readonly days_max: number | null;
  readonly count: number;
  /** Exact, in minor units. */
  readonly amount: bigint;
}

interface ClaimsOfCurrency {
  readonly currency: Currency;
  readonly count: number;
  readonly amount: bigint;
}

/** What is outstanding for all partners. */
export interface OutstandingOverview {
  readonly ages: readonly OutstandingOfAge[];
  /** What was written off and not recovered, by currency. */
  readonly claims: readonly ClaimsOfCurrency[];
}

/**
 * What is outstanding by currency and age, and claims apart. Ages without a settlement have zero; currencies without
 * one are left out. It is read from counters, so it takes as long for a million settlements as for one.
 */
export const readOutstanding = defineQuery({
  name: 'readOutstanding',
  roles: ['operator'],
  async run({ db, now }): Promise<OutstandingOverview> {
    // Days are compared as texts, since there are thousands of totals.
    const today = dayAt(now);
    const firstDays = AGES.map((days_max) => (days_max === null ? '' : daysAfter(today, -days_max)));
    const ageOf = (payBy: string) => firstDays.findIndex((day) => payBy >= day);
    const sums = new Map<string, Sum>();
    const sumOf = (key: string): Sum => sums.get(key) ?? NOTHING;
    await countedParts(db, ({ currency, pay_by, part, total }) => {
      const key = pay_by === null ? currency : keyOf(currency, ageOf(pay_by));
      const known = sums.get(key);
      if (known === undefined) sums.set(key, { ...NOTHING, [part]: total });
      else known[part] += total;
    });
    return {
      ages: CURRENCIES.flatMap((currency) => {
        const own = AGES.map((days_max, age) => ({
          currency,
          days_min: age === 0 ? 0 : (AGES[age - 1] ?? 0) + 1,
          days_max,
          ...shown(sumOf(keyOf(currency, age))),
        }));
        return own.some(({ count }) => count > 0) ? own : [];
      }),
      claims: CURRENCIES.flatMap((currency) => {
        const own = shown(sumOf(currency));
        return own.count > 0 ? [{ currency, ...own }] : [];
      }),
    };
  },
});

/** How many settlements a sum has, and the parts of its amount. */
type Sum = { count: number } & { -readonly [Part in keyof AmountParts]: AmountParts[Part] };
const NOTHING: Readonly<Sum> = { count: 0, ...NO_AMOUNT };

const keyOf = (currency: string, age: number): string => `${currency}/${age}`;
const shown = ({ count, ...parts }: Sum) => ({ count, amount: joinedParts(parts) });
