/** The countries of customers, which some settings are set for. */
export const COUNTRIES = [
  ['HK', 'Hong Kong'],
  ['MY', 'Malaysia'],
] as const;
