import { z } from 'zod';
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  PartnersDocument,
  type PartnersQuery,
  PeopleDocument,
  type PeopleQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, listExport } from './list.ts';
import { given, searched } from './filters.ts';
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

const partners = listExport({
  filter: z.strictObject({ name: searched.optional() }),
  columns: PARTNER,
  read: async (ask, chosen, position) =>
    (await ask(PartnersDocument, { ...position, filter: given(chosen) })).partners,
});

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
  filter: z.strictObject({ partnerId: searched }),
  columns: KEY,
  read: async (ask, { partnerId }, position) =>
    (await ask(ApiKeysDocument, { ...position, partnerId })).apiKeys ?? null,
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
  filter: z.strictObject({}),
  columns: PERSON,
  read: async (ask, _filter, position) => (await ask(PeopleDocument, position)).operators,
});

export const PARTNER_EXPORTS = { partners, keys, operators } as const;
