import { z } from 'zod';
import { DamageError } from '../kernel/damage.ts';
import { defineCommand, nothing } from '../pipeline/operation.ts';
import { noteWarnings } from './kyc-warnings.ts';

/** Records judged in one transaction: some milliseconds. */
const BATCH_ROWS = 100;

export interface CountedWarnings {
  /** The last record of the batch; null where there is none left. */
  readonly last: string | null;
  /** Of a record that could not be opened, the first of the batch. It stays as it is, and the next round tries again. */
  readonly damage: DamageError | null;
}

/**
 * Judges a batch of the records whose warnings were never counted, or are to be counted anew: a migration that changes
 * what is warned of sets `text_warnings` to null. No change of the record, so no event.
 */
export const countKycWarnings = defineCommand({
  name: 'countKycWarnings',
  roles: ['operator'],
  input: z.strictObject({ after: z.string() }),
  locate: nothing,
  async run(context, { input: { after } }): Promise<CountedWarnings> {
    const rows = await context.db
      .selectFrom('kyc_record')
      .selectAll()
      .where('text_warnings', 'is', null)
      .where('customer_id', '>', after)
      .orderBy('customer_id')
      .limit(BATCH_ROWS)
      .$if(context.rowLocks, (query) => query.forNoKeyUpdate().skipLocked())
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
