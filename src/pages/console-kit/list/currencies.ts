/** The currencies of the contract. */
export const CURRENCIES = ['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'] as const;
