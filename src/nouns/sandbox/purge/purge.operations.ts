import { sql } from 'kysely';
import { timestamp } from '../../../kernel/clock.ts';
import { type CommandContext, defineRealTimeCommand } from '../../../pipeline/operation.ts';
import { removeRows } from '../../../pipeline/rows/remove-rows.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { PARTNERS } from '../../partner/partner.rules.ts';
import { removeCustomers } from './remove-customers.ts';
import { removeSettlements } from './remove-settlements.ts';

interface Purged {
  /** The partner whose records were removed; null if no ended partner is left. */
  readonly partner_id: string | null;
  /** How many customers and settlements this batch removed. */
  readonly records: number;
  /** Whether the partner has no record any more. */
  readonly isDone: boolean;
}

/**
 * Removes a batch of records of a partner that has ended. The trail keeps the events of the partner, and one more that
 * tells of the purge, so that `audit verify` does not miss the records.
 */
export const purgeSandbox = defineRealTimeCommand({
  name: 'purgeSandbox',
  sandboxOnly: true,
  scope: 'admin',
  roles: ['operator'],
  async run(context): Promise<Purged> {
    const { db } = context;
    const row = await db
      .selectFrom('sandbox_partner')
      .select(['id', 'purge_began_at'])
      .where('ended_at', 'is not', null)
      .where('purged_at', 'is', null)
      .orderBy('ended_at')
      .orderBy('id')
      .limit(1)
      .$call(lockRows(context))
      .executeTakeFirst();
    if (row === undefined) return { partner_id: null, records: 0, isDone: true };
    const { id: partner_id } = row;
    if (row.purge_began_at === null) await begin(context, partner_id);
    const records =
      (await removeSettlements(context, partner_id)) || (await removeCustomers(context, partner_id));
    const isDone = records === 0 && !(await removeOthers(context, partner_id));
    if (isDone) await finish(context, partner_id);
    return { partner_id, records, isDone };
  },
});

async function begin(context: CommandContext, id: string): Promise<void> {
  await context.db
    .updateTable('sandbox_partner')
    .set({ purge_began_at: timestamp(context.now) })
    .where('id', '=', id)
    .execute();
  await context.record({ subject: `partner/${id}`, partnerId: id, type: 'partner.purged' });
}

/**
 * Removes a batch of what a partner has beside its records: kept responses, keys and totals. Returns whether there was
 * any.
 */
async function removeOthers({ db }: CommandContext, id: string): Promise<boolean> {
  const kept = { table: 'idempotency_key', key: ['owner', 'key'] } as const;
  if ((await removeRows(db, kept, sql`owner = ${id}`)) > 0) return true;
  const keys = { table: 'api_key', key: ['id'] } as const;
  if ((await removeRows(db, keys, sql`partner_id = ${id} and role = 'partner'`)) > 0) return true;
  if (await hasKeys(db, id)) return false;
  const totals = { table: 'counter', key: ['name', 'shard'] } as const;
  return (await removeRows(db, totals, sql`name > ${`${id}/`} and name < ${`${id}0`}`)) > 0;
}

/** Removes the partner itself. A partner to which keys of operators belong stays. */
async function finish({ db, now, count }: CommandContext, id: string): Promise<void> {
  await db
    .updateTable('sandbox_partner')
    .set({ purged_at: timestamp(now) })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('sandbox_clock').where('id', '=', id).execute();
  await db.deleteFrom('hold').where('object_id', '=', id).execute();
  if (await hasKeys(db, id)) return;
  await db.deleteFrom('partner').where('id', '=', id).execute();
  await count([{ name: PARTNERS, by: -1 }]);
}

async function hasKeys(db: CommandContext['db'], id: string): Promise<boolean> {
  const keys = db.selectFrom('api_key').select('id').where('partner_id', '=', id).limit(1);
  return (await keys.executeTakeFirst()) !== undefined;
}
