import { EVERY_PARTNER } from '../pipeline/tenancy.ts';

/** The name of the total of all partners. */
export const PARTNERS = `${EVERY_PARTNER}/partners`;

/** What an event of a partner is about. */
export const aboutPartner = ({ partner_id }: { readonly partner_id: string }) =>
  ({ subject: `partner/${partner_id}`, partnerId: partner_id }) as const;
