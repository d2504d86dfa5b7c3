import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '../kernel/page.ts';
import { defineQuery, nothing } from '../pipeline/operation.ts';
import { identityReads } from './kyc-reads.ts';

/** Tells that the identity numbers of customers are about to be shown, where a face shows records in parts. */
export const readIdentityNumbers = defineQuery({
  name: 'readIdentityNumbers',
  roles: ['partner', 'operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  locate: nothing,
  run: async (_context, { input }) => input.customer_ids,
  discloses: identityReads,
});
