import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';

/** The counter of all partners. */
export const PARTNERS = `${EVERY_PARTNER}/partners`;

/** Subject and partner of an event about a partner. */
export const aboutPartner = ({ partner_id }: { readonly partner_id: string }) =>
  ({ subject: `partner/${partner_id}`, partnerId: partner_id }) as const;

/** The settings that neither price a request nor decide about its approval. One person changes them. */
const OF_ONE_PERSON: ReadonlySet<string> = new Set([
  'name',
  'unknown_input',
  'reports_repayments',
  'due_notice_days',
  'v1_members',
]);

/**
 * Whether a change of a setting may need two people: it prices or approves, as each new setting does until it is
 * listed.
 */
export const needsTwoPeople = (setting: string): boolean => !OF_ONE_PERSON.has(setting);
