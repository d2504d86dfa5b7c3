import {
  ApiKeysDocument,
  type ApiKeysQuery,
  PartnersDocument,
  type PartnersQuery,
  PeopleDocument,
  type PeopleQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, documentExport, listExport } from './list.ts';
import { noFilter, searched } from './filters.ts';
import { rateColumns } from './rate-columns.ts';

const PARTNER: Columns<PartnersQuery['partners']['nodes'][number]> = [
  ['partner_id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['review', ({ review }) => review],
  ['auto_accept', ({ autoAccept }) => String(autoAccept)],
  ...rateColumns<PartnersQuery['partners']['nodes'][number]>(
    'interest_rate',
    (row) => row.interestRate.default,
  ),
  ['created_at', ({ createdAt }) => createdAt],
];

const KEY: Columns<NonNullable<ApiKeysQuery['apiKeys']>['nodes'][number]> = [
  ['key_id', ({ id }) => id],
  ['name', ({ name }) => name ?? ''],
  ['role', ({ role }) => role],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['created_at', ({ createdAt }) => createdAt],
  ['last_used_at', ({ lastUsedAt }) => lastUsedAt ?? ''],
  ['expires_at', ({ expiresAt }) => expiresAt ?? ''],
  ['revoked_at', ({ revokedAt }) => revokedAt ?? ''],
];

const keys = listExport({
  args: { partnerId: searched.optional(), operatorId: searched.optional() },
  filter: noFilter,
  columns: KEY,
  read: async (ask, { first, after }, { partnerId = null, operatorId = null }) =>
    (await ask(ApiKeysDocument, { first, after, partnerId, operatorId })).apiKeys ?? null,
});

const PERSON: Columns<PeopleQuery['operators']['nodes'][number]> = [
  ['operator_id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email ?? ''],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['created_at', ({ createdAt }) => createdAt],
  ['disabled_at', ({ disabledAt }) => disabledAt ?? ''],
];

const operators = listExport({
  args: {},
  filter: noFilter,
  columns: PERSON,
  read: async (ask, { first, after }) => (await ask(PeopleDocument, { first, after })).operators,
});

export const PARTNER_EXPORTS = {
  partners: documentExport(PARTNER, PartnersDocument, ({ partners }) => partners),
  keys,
  operators,
} as const;
