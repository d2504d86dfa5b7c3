/** The currencies that funding is offered in, as ISO 4217 writes them. */
export const CURRENCIES = ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'] as const;
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text);
}

/** How many decimals an amount in units of the currency has at most. */
function decimalsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}

/** An amount in minor units as a decimal, such as `1234.50`. Exact for every safe integer, unlike a division. */
export function decimalAmount(minor: number | bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(minor);
  const text = String(minor).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/**
 * A decimal in units of the currency, such as `1234.50` or `1234`, in minor units. Null if it is no such decimal, has
 * more decimals than the currency, or is too large to be exact.
 */
export function minorAmount(decimal: string, currency: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,16})(?:\.(\d+))?$/.exec(decimal) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === '' || fraction.length > decimals) return null;
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** A number in units of a currency, in minor units, rounded to the nearest; null if the currency is unknown. */
export const minorDecimal = (decimal: number, currency: string): number | null =>
  isCurrency(currency) ? Math.round(decimal * 10 ** decimalsOf(currency)) : null;
