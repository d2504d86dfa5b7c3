import type { Kysely } from 'kysely';
import { notBefore } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineCommand, defineQuery, type QueryContext, NoInput } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { UpdatePartnerInput } from './partner.input.ts';
import { aboutPartner } from './partner.rules.ts';
import { changedSettings } from './partner-change.ts';
import { type PartnerRow, presentPartner, type PartnerView, rowOf } from './partner.present.ts';

type PartnerIds = { readonly partner_id: string };

/** Changes only the given settings. Settlements that were submitted before keep their terms. */
export const updatePartner = defineCommand({
  name: 'updatePartner',
  scope: 'admin',
  roles: ['operator'],
  input: UpdatePartnerInput,
  locate: (context, { partner_id }: PartnerIds) => lockPartner(context, partner_id),
  async run(context, { input, subject: before }): Promise<PartnerView> {
    const settings = changedSettings(before, input);
    const changed = Object.keys(settings);
    if (changed.length === 0) return before;
    const after = { ...before, ...settings, updated_at: notBefore(before.updated_at, context.now) };
    await context.db.updateTable('partner').set(rowOf(after)).where('id', '=', after.partner_id).execute();
    await context.record({ ...aboutPartner(after), type: 'partner.updated', data: { changed } });
    return after;
  },
});

export const getPartner = defineQuery({
  name: 'getPartner',
  roles: ['operator'],
  input: NoInput,
  locate: (context, { partner_id }: PartnerIds) => findPartner(context, partner_id),
  run: async (_context, { subject }) => subject,
});

/** The partner that `node` asks for. An operator may read any partner, a partner only itself. */
export const getVisiblePartner = defineQuery({
  name: 'getVisiblePartner',
  roles: ['partner', 'operator'],
  input: NoInput,
  locate: (context, { partner_id }: PartnerIds) => {
    const { role, partnerId } = context.caller;
    return findPartner(context, role === 'operator' || partner_id === partnerId ? partner_id : '');
  },
  run: async (_context, { subject }) => subject,
});

/** The partner with its present settings. */
export async function findPartner({ db }: QueryContext, partnerId: string): Promise<PartnerView> {
  return foundPartner(await partnerQuery(db, partnerId).executeTakeFirst());
}

/**
 * The partner with its present settings. Its row is locked until the transaction ends, but other transactions may still
 * add records of the partner.
 */
export async function lockPartner({ db, rowLocks }: QueryContext, partnerId: string): Promise<PartnerView> {
  const query = partnerQuery(db, partnerId).$call(lockRows({ rowLocks }));
  return foundPartner(await query.executeTakeFirst());
}

const partnerQuery = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('partner').selectAll().where('id', '=', id);

function foundPartner(row: PartnerRow | undefined): PartnerView {
  if (row === undefined) throw refusal('resource_missing', 'There is no such partner.');
  return presentPartner(row);
}
