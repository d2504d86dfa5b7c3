import { z } from 'zod';
import { DamageError } from '../../../kernel/damage.ts';
import { defineCommand } from '../../../pipeline/operation.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import { noteWarnings } from '../kyc-warnings.ts';

/** Records of one transaction, which take some milliseconds. */
const BATCH_ROWS = 100;

interface CountedWarnings {
  /** The id of the last record of the batch; null if none is left. */
  readonly last: string | null;
  /**
   * The error of the first record of the batch that could not be decrypted. That record stays unchanged, and the next
   * round tries again.
   */
  readonly damage: DamageError | null;
}

/**
 * Counts the warnings of a batch of records whose `text_warnings` is null, after a migration added the columns or
 * changed the warnings. It writes no event, because the record does not change.
 */
export const countKycWarnings = defineCommand({
  name: 'countKycWarnings',
  roles: ['operator'],
  input: z.strictObject({ after: z.string() }),
  async run(context, { input: { after } }): Promise<CountedWarnings> {
    const rows = await context.db
      .selectFrom('kyc_record')
      // Its row locks the record, too: see `kyc-rows.ts`.
      .innerJoin('customer', 'customer.id', 'kyc_record.customer_id')
      .selectAll('kyc_record')
      .where('text_warnings', 'is', null)
      .where('customer_id', '>', after)
      .orderBy('customer_id')
      .limit(BATCH_ROWS)
      .$call(lockFreeRows(context))
      .execute();
    let damage: DamageError | null = null;
    for (const row of rows) {
      try {
        const columns = await noteWarnings(context, row, row, row.updated_at);
        await context.db
          .updateTable('kyc_record')
          .set(columns)
          .where('customer_id', '=', row.customer_id)
          .execute();
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        damage ??= error;
      }
    }
    return { last: rows.at(-1)?.customer_id ?? null, damage };
  },
});
