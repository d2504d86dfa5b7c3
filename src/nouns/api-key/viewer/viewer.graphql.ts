import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { SCOPES } from '../../../kernel/caller.ts';
import { CURRENCIES } from '../../../kernel/currency.ts';
import { ApiKeyObject } from '../api-key.graphql.ts';
import { ScopeEnum, OperatorObject } from '../../operator/operator.graphql.ts';
import { PartnerObject } from '../../partner/partner.graphql.ts';
import { getViewer, type ViewerView } from './viewer.operations.ts';

/** The caller in GraphQL: who it is and what it may do. */
export function defineViewer(builder: Builder): void {
  const period = builder.objectRef<ViewerView['settlement_period']>('SettlementPeriodRange').implement({
    description: 'The settlement periods that a request for funding can have.',
    fields: (t) => ({
      min: t.exposeInt('min', { description: 'The shortest, in days.' }),
      max: t.exposeInt('max', { description: 'The longest, in days.' }),
    }),
  });
  const viewer = builder.objectRef<ViewerView>('Viewer').implement({
    description: 'The caller.',
    fields: (t) => ({
      partner: t.expose('partner', {
        type: PartnerObject,
        nullable: true,
        description: 'Null for an operator.',
      }),
      key: t.expose('key', {
        type: ApiKeyObject,
        nullable: true,
        description: 'Null in a session that was not begun with a key.',
      }),
      operator: t.expose('operator', {
        type: OperatorObject,
        nullable: true,
        description: 'The person who holds the key or the session; null for a partner.',
      }),
      scopes: t.expose('scopes', {
        type: [ScopeEnum],
        description: 'What the caller may do.',
        extensions: atMost(SCOPES.length),
      }),
      currencies: t.exposeStringList('currencies', {
        description: 'In which funding can be requested; ISO 4217.',
        extensions: atMost(CURRENCIES.length),
      }),
      settlementPeriod: t.expose('settlement_period', { type: period, description: 'In days.' }),
      accountRatesRequired: t.exposeBoolean('account_rates_required', {
        description: 'Whether a request for funding needs both account rates.',
      }),
    }),
  });
  builder.queryField('viewer', (t) =>
    t.field({
      type: viewer,
      description: 'Who asks, and what the caller may do.',
      extensions: runs(getViewer),
      resolve: (_root, _args, context) => runQuery(context, getViewer, { ids: {} }),
    }),
  );
}
