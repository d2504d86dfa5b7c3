import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { defineQuery } from '../../../pipeline/operation.ts';
import { kycReads } from './kyc-reads.ts';

const CustomerIds = z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) });

/**
 * Records that the identity numbers of customers are about to be shown. GraphQL needs it, because it shows records in
 * parts.
 */
export const readIdentityNumbers = disclosureOf('readIdentityNumbers', 'identity');

/** Records that the screening results of customers are about to be shown, also for GraphQL. */
export const readScreeningResults = disclosureOf('readScreeningResults', 'screening');

function disclosureOf(name: string, part: 'identity' | 'screening') {
  return defineQuery({
    name,
    readsMany: false,
    roles: ['partner', 'operator'],
    input: CustomerIds,
    run: async (_context, { input }) => input.customer_ids,
    discloses: (context, customerIds) =>
      kycReads(
        context,
        customerIds.map((customerId) => ({ customerId, parts: [part] })),
      ),
  });
}
