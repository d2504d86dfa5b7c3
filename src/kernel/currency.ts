/** The currencies that funding is offered in, as ISO 4217 writes them. */
export const CURRENCIES = ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'] as const;
export type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text);
}

/** An amount in minor units as a decimal, such as `1234.50`. Exact for every safe integer, unlike a division. */
export function decimalAmount(minor: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
