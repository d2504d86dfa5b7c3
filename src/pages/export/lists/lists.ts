import type { ListExport } from './list.ts';
import { APPROVAL_EXPORTS } from './approvals.ts';
import { BOOK_EXPORTS } from './books.ts';
import { CUSTOMER_EXPORTS } from './customers.ts';
import { EVENT_EXPORTS } from './events.ts';
import { PARTNER_EXPORTS } from './partners.ts';
import { QUEUE_EXPORTS } from './queue.ts';
import { REPAYMENT_EXPORTS } from './repayments.ts';

/** Every list that can be saved, by the name that its file gets. */
export const EXPORTS: Readonly<Record<string, ListExport>> = {
  ...QUEUE_EXPORTS,
  ...APPROVAL_EXPORTS,
  ...CUSTOMER_EXPORTS,
  ...PARTNER_EXPORTS,
  ...EVENT_EXPORTS,
  ...REPAYMENT_EXPORTS,
  ...BOOK_EXPORTS,
};
