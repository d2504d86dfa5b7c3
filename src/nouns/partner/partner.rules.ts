import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';

/** The counter of all partners. */
export const PARTNERS = `${EVERY_PARTNER}/partners`;

/** Subject and partner of an event about a partner. */
export const aboutPartner = ({ partner_id }: { readonly partner_id: string }) =>
  ({ subject: `partner/${partner_id}`, partnerId: partner_id }) as const;
