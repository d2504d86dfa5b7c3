import { timestamp } from '../../../kernel/clock.ts';
import { defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { lockFreeRows } from '../../../pipeline/rows/row-locks.ts';
import { endSandboxPartner } from './find-sandbox-partner.ts';

/** Partners of one transaction: some milliseconds of work, during which writers on SQLite wait. */
const BATCH_PARTNERS = 50;

/** Ends a batch of partners whose day is over, by real time. Returns how many. */
export const expireSandboxPartners = defineRealTimeCommand({
  name: 'expireSandboxPartners',
  sandboxOnly: true,
  roles: ['operator'],
  async run(context): Promise<number> {
    const over = await context.db
      .selectFrom('sandbox_partner')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('expires_at', '<=', timestamp(context.now))
      .orderBy('id')
      .limit(BATCH_PARTNERS)
      // A partner that another transaction has locked is being reset.
      .$call(lockFreeRows(context))
      .execute();
    for (const row of over) await endSandboxPartner(context, row, null);
    return over.length;
  },
});
