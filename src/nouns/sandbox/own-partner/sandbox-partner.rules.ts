/** The life of a partner that another partner made: a day, which is longer than a test suite runs. */
export const LIFE_SECONDS = 24 * 3_600;

/** Living partners that descend from one partner: more than the parallel tests of a suite. */
export const PARTNERS_AT_ONCE_MAX = 500;
