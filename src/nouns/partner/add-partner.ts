import { timestamp } from '../../kernel/clock.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { withPartnerMac } from './partner-mac.ts';
import { type PartnerSettings, type PartnerView, rowOf } from './partner.present.ts';
import { aboutPartner, PARTNERS } from './partner.rules.ts';

/** Stores a partner with its settings. It can do nothing before it has a key. */
export async function addPartner(context: CommandContext, settings: PartnerSettings): Promise<PartnerView> {
  const created_at = timestamp(context.now);
  const partner = {
    partner_id: context.newId('par'),
    ...settings,
    created_at,
    updated_at: created_at,
  };
  const row = withPartnerMac(context.rowMacs, { ...rowOf(partner), steps: 1 });
  await context.db.insertInto('partner').values(row).execute();
  await context.record({ ...aboutPartner(partner), type: 'partner.created' });
  await context.count([{ name: PARTNERS, by: 1 }]);
  return partner;
}
