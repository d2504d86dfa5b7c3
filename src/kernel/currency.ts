/** The currencies that funding is offered in, as ISO 4217 writes them. */
export const CURRENCIES = ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'] as const;
type Currency = (typeof CURRENCIES)[number];

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text);
}
