/** The settlement periods that the provider finances, in days. */
export const SETTLEMENT_PERIOD_DAYS = { min: 1, max: 90 } as const;
