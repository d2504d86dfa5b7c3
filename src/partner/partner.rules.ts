import { EVERY_PARTNER } from '../pipeline/tenancy.ts';

/** The name of the total of all partners. */
export const PARTNERS = `${EVERY_PARTNER}/partners`;
