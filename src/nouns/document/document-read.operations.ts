import { z } from 'zod';
import type { NewEvent } from '../../trail/record/record.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { lockForReading } from '../kyc/disclosure/kyc-reads.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';

const Reads = z.array(z.strictObject({ document_id: z.string(), customer_id: z.string() }));
type Reads = z.output<typeof Reads>;

/** Records that the URLs of documents are about to be shown. GraphQL needs it, because it shows documents in parts. */
export const readDocuments = defineQuery({
  name: 'readDocuments',
  readsMany: false,
  roles: ['partner', 'operator'],
  input: z.strictObject({ documents: Reads.min(1).max(PAGE_LIMIT_MAX) }),
  run: async (_context, { input }) => input.documents,
  discloses: documentReads,
});

/**
 * The events for showing URLs of documents, one for each customer. They are needed because anyone with the URL can read
 * the bytes.
 */
export async function documentReads(context: QueryContext, reads: Reads): Promise<readonly NewEvent[]> {
  const byCustomer = Map.groupBy(reads, ({ customer_id }) => customer_id);
  const records = await lockForReading(context, [...byCustomer.keys()]);
  return records
    .entries()
    .map(([customer_id, record]): NewEvent => {
      const documents = (byCustomer.get(customer_id) ?? []).map(({ document_id }) => document_id);
      return { ...record, type: 'kyc.document_read', data: { documents } };
    })
    .toArray();
}
