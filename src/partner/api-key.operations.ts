import { z } from 'zod';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { mapPage } from '../kernel/page.ts';
import { findPage, pageInput } from '../pipeline/find-page.ts';
import { defineCommand, defineQuery, type QueryContext } from '../pipeline/operation.ts';
import { totalOf } from '../pipeline/tally.ts';
import { addApiKey } from './add-api-key.ts';
import { CreateApiKeyInput, RotateApiKeyInput } from './api-key.input.ts';
import { type ApiKeyRow, type ApiKeyView, presentApiKey, roleOf, scopesOf } from './api-key.present.ts';
import { aboutKey, keysOf, makeApiKey } from './api-key.rules.ts';
import { findPartner, lockPartner } from './partner.operations.ts';

type PartnerIds = { readonly partner_id: string };
type KeyIds = { readonly key_id: string };

export const createApiKey = defineCommand({
  name: 'createApiKey',
  roles: ['operator'],
  input: CreateApiKeyInput,
  shownOnce: [['api_key']],
  locate: (context, { partner_id }: PartnerIds) => lockPartner(context, partner_id),
  run: (context, { input, subject }) => addApiKey(context, subject.partner_id, input, makeApiKey()),
});

/** The keys of a partner, those that no longer work included. */
export const listApiKeys = defineQuery({
  name: 'listApiKeys',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('key', {}),
  locate: (context, { partner_id }: PartnerIds) => findPartner(context, partner_id),
  async run({ db }, { ids, input }) {
    const query = db.selectFrom('api_key').selectAll().where('partner_id', '=', ids.partner_id);
    return mapPage(await findPage(query, input), presentApiKey);
  },
});

export const countApiKeys = defineQuery({
  name: 'countApiKeys',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({}),
  locate: (context, { partner_id }: PartnerIds) => findPartner(context, partner_id),
  run: ({ db }, { ids }): Promise<number> => totalOf(db, [keysOf(ids.partner_id)]),
});

/**
 * Makes a key like another one in its place. Both work for the time of the overlap; then the old one expires, if it was
 * not to expire sooner. A key that was made for so long is followed by one that lives as long.
 */
export const rotateApiKey = defineCommand({
  name: 'rotateApiKey',
  roles: ['operator'],
  input: RotateApiKeyInput,
  shownOnce: [['api_key']],
  locate: findKey,
  async run(context, { input: { overlap_seconds }, subject: old }) {
    const now = timestamp(context.now);
    if (old.revoked_at !== null) throw refusal('conflict', 'The key was revoked; create another one.');
    if (old.successor_id !== null) throw refusal('conflict', 'The key was rotated already.');
    if (old.expires_at !== null && old.expires_at <= now)
      throw refusal('conflict', 'The key has expired; create another one.');
    await lockPartner(context, old.partner_id);
    const like = { name: old.name, role: roleOf(old), scopes: [...scopesOf(old)], expires_in: lifeOf(old) };
    const made = await addApiKey(context, old.partner_id, like, makeApiKey());
    const end = timestamp(secondsLater(context.now, overlap_seconds));
    const expires_at = old.expires_at !== null && old.expires_at < end ? old.expires_at : end;
    await context.db
      .updateTable('api_key')
      .set({ expires_at, successor_id: made.key_id })
      .where('id', '=', old.id)
      .execute();
    const data = { successor_id: made.key_id, expires_at };
    await context.record({ ...aboutKey(old), type: 'key.rotated', data });
    return made;
  },
});

/** Ends a key at once; a key that was revoked already stays so from its first revocation. */
export const revokeApiKey = defineCommand({
  name: 'revokeApiKey',
  roles: ['operator'],
  input: z.strictObject({}),
  locate: findKey,
  async run(context, { subject }): Promise<ApiKeyView> {
    if (subject.revoked_at !== null) return presentApiKey(subject);
    const revoked_at = timestamp(context.now);
    await context.db.updateTable('api_key').set({ revoked_at }).where('id', '=', subject.id).execute();
    await context.record({ ...aboutKey(subject), type: 'key.revoked' });
    return presentApiKey({ ...subject, revoked_at });
  },
});

async function findKey({ db, rowLocks }: QueryContext, { key_id }: KeyIds): Promise<ApiKeyRow> {
  const key = await db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', key_id)
    .$if(rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (key === undefined) throw refusal('resource_missing', 'There is no such API key.');
  return key;
}

/** For how many seconds a key was made; null where it was made for good. */
function lifeOf({ created_at, expires_at }: ApiKeyRow): number | null {
  return expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / 1_000;
}
