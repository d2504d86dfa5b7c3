import { secondsLater, timestamp } from '../../kernel/clock.ts';

/** The settings are one row, with this id. */
export const PROVIDER_ID = 'provider';

/** Subject and partner of an event about the settings. They are the provider's, and no partner sees them. */
export const ABOUT_PROVIDER = { subject: `provider/${PROVIDER_ID}`, partnerId: null } as const;

interface OfCountry {
  readonly country: string;
}

/** The highest annual rate for customers of a country; null if there is none. */
export const rateCeilingOf = (
  { rate_ceiling }: { readonly rate_ceiling: readonly (OfCountry & { readonly rate: number })[] },
  country: string,
): number | null => rate_ceiling.find((each) => each.country === country)?.rate ?? null;

/** The holidays of a country. */
export const holidaysOf = (
  { holidays }: { readonly holidays: readonly (OfCountry & { readonly day: string })[] },
  country: string,
): ReadonlySet<string> => new Set(holidays.filter((each) => each.country === country).map(({ day }) => day));

interface SmallDifference {
  readonly currency: string;
  readonly amount: number;
}

/** What may stay unpaid in a currency when a settlement is closed, in its minor unit. */
export const smallDifferenceOf = (
  { small_difference }: { readonly small_difference: readonly SmallDifference[] },
  currency: string,
): number => small_difference.find((each) => each.currency === currency)?.amount ?? 0;

interface DueTime {
  readonly queue: string;
  readonly hours: number;
}

const HOUR_SECONDS = 3_600;

/** When work of a queue is due if it has waited since a moment; null if the queue has no due time. */
export function dueAtOf(
  { due_times }: { readonly due_times: readonly DueTime[] },
  queue: string,
  since: string,
): string | null {
  const hours = due_times.find((each) => each.queue === queue)?.hours;
  return hours === undefined ? null : timestamp(secondsLater(new Date(since), hours * HOUR_SECONDS));
}

/** Work that has waited since this moment or longer is late; null if the queue has no due time. */
export function lateSinceOf(
  { due_times }: { readonly due_times: readonly DueTime[] },
  queue: string,
  now: Date,
): string | null {
  const hours = due_times.find((each) => each.queue === queue)?.hours;
  return hours === undefined ? null : timestamp(secondsLater(now, -hours * HOUR_SECONDS));
}
