import type { Kysely } from 'kysely';
import { z } from 'zod';
import { SCOPES_OF } from '../kernel/caller.ts';
import { notBefore, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { newId } from '../kernel/id.ts';
import type { Tables } from '../kernel/tables.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  nothing,
  type QueryContext,
} from '../pipeline/operation.ts';
import { addApiKey } from '../api-key/add-api-key.ts';
import { CreateApiKeyInput, GivenApiKey } from '../api-key/api-key.input.ts';
import type { NewApiKey } from '../api-key/api-key.present.ts';
import { makeApiKey } from '../api-key/api-key.rules.ts';
import { CreatePartnerInput, UpdatePartnerInput } from './partner.input.ts';
import { PARTNERS } from './partner.rules.ts';
import { changedSettings } from './partner-change.ts';
import { type PartnerRow, presentPartner, type PartnerView, rowOf } from './partner.present.ts';

export interface NewPartner {
  readonly partner: PartnerView;
  readonly key: NewApiKey;
}

type PartnerIds = { readonly partner_id: string };

/** A partner and its first key, at once: a partner without a key could do nothing. */
export const createPartner = defineCommand({
  name: 'createPartner',
  scope: 'admin',
  roles: ['operator'],
  input: CreatePartnerInput,
  shownOnce: [['key', 'api_key']],
  locate: nothing,
  run: (context, { input }) => addPartner(context, input, makeApiKey()),
});

/**
 * Gives an installation that has no partner its first one, with a key that is given or made; null where it has some. Of
 * several processes that start at once only one does it.
 */
export const setUp = defineCommand({
  name: 'setUp',
  scope: 'admin',
  roles: ['operator'],
  input: z.strictObject({ name: z.string(), given_key: GivenApiKey.optional() }),
  locate: nothing,
  async run(context, { input: { name, given_key } }): Promise<NewPartner | null> {
    if (await hasPartner(context)) return null;
    await waitForOtherSetUps(context);
    if (await hasPartner(context)) return null;
    return addPartner(context, CreatePartnerInput.parse({ name }), given_key ?? makeApiKey());
  },
});

async function hasPartner({ db }: QueryContext): Promise<boolean> {
  return (await db.selectFrom('partner').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** There is no row yet to lock, so it is the one that counts how often this came about. */
async function waitForOtherSetUps({ db }: CommandContext): Promise<void> {
  await db
    .insertInto('tally')
    .values({ name: 'set-ups', shard: 0, total: 1 })
    .onConflict((conflict) =>
      conflict.columns(['name', 'shard']).doUpdateSet((eb) => ({ total: eb('tally.total', '+', 1) })),
    )
    .execute();
}

/** Changes the settings that are given, and leaves the others. What was submitted before keeps what it was given. */
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
  input: z.strictObject({}),
  locate: (context, { partner_id }: PartnerIds) => findPartner(context, partner_id),
  run: async (_context, { subject }) => subject,
});

/** The partner with its settings as they are now. */
export async function findPartner({ db }: QueryContext, partnerId: string): Promise<PartnerView> {
  return foundPartner(await partnerQuery(db, partnerId).executeTakeFirst());
}

/** The same, held until the transaction ends. Records of the partner may be added meanwhile. */
export async function lockPartner({ db, rowLocks }: QueryContext, partnerId: string): Promise<PartnerView> {
  const query = partnerQuery(db, partnerId).$if(rowLocks, (held) => held.forNoKeyUpdate());
  return foundPartner(await query.executeTakeFirst());
}

const partnerQuery = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('partner').selectAll().where('id', '=', id);

function foundPartner(row: PartnerRow | undefined): PartnerView {
  if (row === undefined) throw refusal('resource_missing', 'There is no such partner.');
  return presentPartner(row);
}

const aboutPartner = ({ partner_id }: PartnerView) =>
  ({ subject: `partner/${partner_id}`, partnerId: partner_id }) as const;

async function addPartner(
  context: CommandContext,
  settings: z.output<typeof CreatePartnerInput>,
  apiKey: string,
): Promise<NewPartner> {
  const created_at = timestamp(context.now);
  const partner = {
    partner_id: newId('par', context.now),
    ...settings,
    created_at,
    updated_at: created_at,
  };
  await context.db.insertInto('partner').values(rowOf(partner)).execute();
  await context.record({ ...aboutPartner(partner), type: 'partner.created' });
  await context.count([{ name: PARTNERS, by: 1 }]);
  // It reaches nothing but what will be made with it, so any maker may hand it out.
  const first = { ...CreateApiKeyInput.parse({}), scopes: SCOPES_OF.partner };
  const key = await addApiKey(context, partner.partner_id, first, apiKey);
  return { partner, key };
}
