import type { Kysely } from 'kysely';
import { notBefore } from '../../kernel/clock.ts';
import { noSuch } from '../../kernel/errors.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { aboutRecord } from '../../pipeline/matter.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { UpdatePartnerInput } from './partner.input.ts';
import { aboutPartner, needsTwoPeople } from './partner.rules.ts';
import { changedSettings } from './partner-change.ts';
import { genuinePartner, PROVEN_PARTNERS } from './partner-mac.ts';
import { type PartnerRow, type PartnerView, rowOf } from './partner.present.ts';

const changeRow = rowChanges(PROVEN_PARTNERS);

type PartnerIds = { readonly partner_id: string };

/** Changes only the given settings. Settlements that were submitted before keep their terms. */
export const updatePartner = defineCommand({
  name: 'updatePartner',
  scope: 'admin',
  roles: ['operator'],
  input: UpdatePartnerInput,
  locate: (context, { partner_id }: PartnerIds) => lockedRow(context, partner_id),
  twoPeople: {
    operation: 'partner_settings',
    matter(context, { input, subject: row }) {
      const changed = Object.keys(changedSettings(genuinePartner(context.rowMacs, row), input));
      return changed.some(needsTwoPeople) ? aboutRecord(row.id, String(row.steps), row.id) : null;
    },
    unchanged: (context, { subject }) => genuinePartner(context.rowMacs, subject),
  },
  async run(context, { input, subject: row }): Promise<PartnerView> {
    const before = genuinePartner(context.rowMacs, row);
    const settings = changedSettings(before, input);
    const changed = Object.keys(settings);
    if (changed.length === 0) return before;
    const after = { ...before, ...settings, updated_at: notBefore(before.updated_at, context.now) };
    await changeRow(context, row, rowOf(after)).written;
    await context.record({ ...aboutPartner(after), type: 'partner.updated', data: { changed } });
    return after;
  },
});

export const getPartner = defineQuery({
  name: 'getPartner',
  roles: ['operator'],
  locate: (context, { partner_id }: PartnerIds) => findPartner(context, partner_id),
  run: async (_context, { subject }) => subject,
});

/** The partner that `node` asks for. An operator may read any partner, a partner only itself. */
export const getVisiblePartner = defineQuery({
  name: 'getVisiblePartner',
  roles: ['partner', 'operator'],
  locate: (context, { partner_id }: PartnerIds) => {
    const { role, partnerId } = context.caller;
    return findPartner(context, role === 'operator' || partner_id === partnerId ? partner_id : '');
  },
  run: async (_context, { subject }) => subject,
});

/** The partner with its present settings. Throws `service_unavailable` if the gateway did not write its row. */
export async function findPartner({ db, rowMacs }: QueryContext, partnerId: string): Promise<PartnerView> {
  const [row] = await partnerById(db, { id: partnerId });
  return genuinePartner(rowMacs, foundRow(row));
}

/**
 * The partner with its present settings. Its row is locked until the transaction ends, but other transactions may still
 * add records of the partner.
 */
export async function lockPartner(context: QueryContext, partnerId: string): Promise<PartnerView> {
  return genuinePartner(context.rowMacs, await lockedRow(context, partnerId));
}

async function lockedRow({ db, rowLocks }: QueryContext, partnerId: string): Promise<PartnerRow> {
  const query = partnerQuery(db, partnerId).$call(lockRows({ rowLocks }));
  return foundRow(await query.executeTakeFirst());
}

const partnerById = statement((db, { id }: { id: string }) =>
  db.selectFrom('partner').selectAll().where('id', '=', id),
);

const partnerQuery = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('partner').selectAll().where('id', '=', id);

function foundRow(row: PartnerRow | undefined): PartnerRow {
  if (row === undefined) throw noSuch('partner');
  return row;
}
