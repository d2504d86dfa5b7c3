import { z } from 'zod';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { newId } from '../kernel/id.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  nothing,
  type QueryContext,
} from '../pipeline/operation.ts';
import { hashApiKey, makeApiKey, shownPartOf } from './api-key.rules.ts';
import { CreateApiKeyInput, CreatePartnerInput, GivenApiKey } from './partner.input.ts';
import { presentPartner, type PartnerView } from './partner.present.ts';

/** Enough for every provider; the list is for the command line. */
const PARTNERS_LISTED_MAX = 1_000;

/** A new key, the only time it is shown. */
export interface NewApiKey {
  readonly key_id: string;
  readonly api_key: string;
}

interface NewPartner {
  readonly partner: PartnerView;
  readonly key: NewApiKey;
}

/** A partner and its first key, at once: a partner without a key could do nothing. */
export const createPartner = defineCommand({
  name: 'createPartner',
  roles: ['operator'],
  input: CreatePartnerInput,
  locate: nothing,
  run: (context, { input }) => addPartner(context, input, makeApiKey()),
});

/**
 * Gives an installation that has no partner its first one, with a key that is given or made; null where it has some.
 * One transaction, so that of several processes that start at once only one does it.
 */
export const setUp = defineCommand({
  name: 'setUp',
  roles: ['operator'],
  input: z.strictObject({ name: z.string(), given_key: GivenApiKey.optional() }),
  locate: nothing,
  async run(context, { input: { name, given_key } }): Promise<NewPartner | null> {
    const known = await context.db.selectFrom('partner').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return null;
    return addPartner(context, CreatePartnerInput.parse({ name }), given_key ?? makeApiKey());
  },
});

export const listPartners = defineQuery({
  name: 'listPartners',
  roles: ['operator'],
  input: z.strictObject({}),
  locate: nothing,
  async run({ db }): Promise<readonly PartnerView[]> {
    const rows = await db
      .selectFrom('partner')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(PARTNERS_LISTED_MAX)
      .execute();
    return rows.map(presentPartner);
  },
});

export const createApiKey = defineCommand({
  name: 'createApiKey',
  roles: ['operator'],
  input: CreateApiKeyInput,
  locate: (context, { partner_id }: { partner_id: string }) => findPartner(context, partner_id),
  run: (context, { input, subject }): Promise<NewApiKey> =>
    addApiKey(context, subject.partner_id, input, makeApiKey()),
});

/** Ends a key at once; a key that was revoked already stays so from its first revocation. */
export const revokeApiKey = defineCommand({
  name: 'revokeApiKey',
  roles: ['operator'],
  input: z.strictObject({}),
  async locate(context, { key_id }: { key_id: string }) {
    const key = await context.db
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', key_id)
      .executeTakeFirst();
    if (key === undefined) throw refusal('resource_missing', 'There is no such API key.');
    return key;
  },
  async run(context, { subject }): Promise<{ key_id: string; revoked_at: string }> {
    if (subject.revoked_at !== null) return { key_id: subject.id, revoked_at: subject.revoked_at };
    const revoked_at = timestamp(context.now);
    await context.db.updateTable('api_key').set({ revoked_at }).where('id', '=', subject.id).execute();
    await context.record({
      type: 'key.revoked',
      subject: `key/${subject.id}`,
      partnerId: subject.partner_id,
    });
    return { key_id: subject.id, revoked_at };
  },
});

/** The partner with its settings as they are now. */
export async function findPartner({ db }: QueryContext, partnerId: string): Promise<PartnerView> {
  const row = await db.selectFrom('partner').selectAll().where('id', '=', partnerId).executeTakeFirst();
  if (row === undefined) throw refusal('resource_missing', 'There is no such partner.');
  return presentPartner(row);
}

async function addPartner(
  context: CommandContext,
  { currencies, interest_rate, ...settings }: z.output<typeof CreatePartnerInput>,
  apiKey: string,
): Promise<NewPartner> {
  const now = timestamp(context.now);
  const row = {
    ...settings,
    id: newId('par', context.now),
    currencies: currencies.join(','),
    pricing: JSON.stringify(interest_rate),
    created_at: now,
    updated_at: now,
  };
  await context.db.insertInto('partner').values(row).execute();
  await context.record({ type: 'partner.created', subject: `partner/${row.id}`, partnerId: row.id });
  const key = await addApiKey(context, row.id, CreateApiKeyInput.parse({}), apiKey);
  return { partner: presentPartner(row), key };
}

async function addApiKey(
  context: CommandContext,
  partnerId: string,
  { name, role, scopes, expires_in }: z.output<typeof CreateApiKeyInput>,
  api_key: string,
): Promise<NewApiKey> {
  const id = newId('key', context.now);
  await context.db
    .insertInto('api_key')
    .values({
      id,
      partner_id: partnerId,
      name,
      role,
      scopes: scopes.join(','),
      prefix: shownPartOf(api_key),
      hash: hashApiKey(api_key),
      created_at: timestamp(context.now),
      expires_at: expires_in === null ? null : timestamp(secondsLater(context.now, expires_in)),
      revoked_at: null,
    })
    .execute();
  await context.record({ type: 'key.created', subject: `key/${id}`, partnerId, data: { role, scopes } });
  return { key_id: id, api_key };
}
