import type { Builder } from '../edge/builder.ts';
import { enumValues } from '../edge/naming.ts';
import { ask } from '../edge/perform.ts';
import { ROLES, SCOPES } from '../kernel/caller.ts';
import type { PartnerView } from './partner.present.ts';
import { getViewer, type ViewerView } from './viewer.operations.ts';

/** Who the caller is and what it may do. */
export function defineViewer(builder: Builder): void {
  const role = builder.enumType('Role', { values: enumValues(ROLES) });
  const scope = builder.enumType('Scope', { values: enumValues(SCOPES) });
  const partner = builder.objectRef<PartnerView>('Partner').implement({
    description: 'A business that holds API keys and owns records.',
    fields: (t) => ({ id: t.exposeID('partner_id'), name: t.exposeString('name') }),
  });
  const key = builder.objectRef<NonNullable<ViewerView['key']>>('ApiKey').implement({
    fields: (t) => ({
      id: t.exposeID('key_id'),
      name: t.exposeString('name'),
      prefix: t.exposeString('prefix', { description: 'Enough of the key to recognise it by.' }),
      role: t.expose('role', { type: role }),
      scopes: t.expose('scopes', { type: [scope], description: 'What the key may do.' }),
      expiresAt: t.expose('expires_at', { type: 'DateTime', nullable: true }),
    }),
  });
  const period = builder.objectRef<ViewerView['settlement_period']>('SettlementPeriodRange').implement({
    fields: (t) => ({ min: t.exposeInt('min'), max: t.exposeInt('max') }),
  });
  const viewer = builder.objectRef<ViewerView>('Viewer').implement({
    fields: (t) => ({
      partner: t.expose('partner', { type: partner, nullable: true, description: 'Null for an operator.' }),
      key: t.expose('key', { type: key, nullable: true }),
      currencies: t.exposeStringList('currencies', {
        description: 'In which funding can be requested; ISO 4217.',
      }),
      settlementPeriod: t.expose('settlement_period', { type: period, description: 'Days.' }),
      accountRatesRequired: t.exposeBoolean('account_rates_required'),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({ type: viewer, resolve: (_root, _args, context) => ask(context, getViewer, { ids: {} }) }),
  );
}
