import { EVERY_PARTNER } from '../pipeline/tenancy.ts';

/** The counter of all partners. */
export const PARTNERS = `${EVERY_PARTNER}/partners`;
