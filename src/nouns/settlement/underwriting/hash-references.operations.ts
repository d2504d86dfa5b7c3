import { type SqlBool, sql } from 'kysely';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import { withoutHash, writeHashes } from '../payout-reference.ts';
import { AfterInput, type Batch } from '../servicing/batch.ts';
import { OF_UNHASHED } from '../settlement.rules.ts';

/** References that one transaction hashes, at some 20 µs each. */
const HASHED_BATCH = 500;

/** Makes the hashes for a batch of payouts after an id that an earlier version recorded. An index has only these. */
export const hashPayoutReferences = defineCommand({
  name: 'hashPayoutReferences',
  roles: ['operator'],
  input: AfterInput,
  async run(context: CommandContext, { input: { after } }): Promise<Batch> {
    const which = sql<SqlBool>`${sql.raw(OF_UNHASHED)}`;
    const query = withoutHash(context.db, { which, after, limit: HASHED_BATCH });
    const rows = await query.$call(lockFreeRows(context)).execute();
    const { damaged } = await writeHashes(context.db, context, rows);
    return { last: rows.at(-1)?.id ?? null, damage: damaged[0] ?? null };
  },
});
