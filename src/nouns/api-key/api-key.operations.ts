import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { notBefore, secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { mapPage } from '../../kernel/page.ts';
import { findPage, pageInput } from '../../pipeline/rows/find-page.ts';
import { defineRealTimeCommand, defineRealTimeQuery, type QueryContext } from '../../pipeline/operation.ts';
import { aboutRecord, CREATION } from '../../pipeline/matter.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import { addApiKey } from './add-api-key.ts';
import { changeKey, lockKey } from './change-key.ts';
import { CreateApiKeyInput, RotateApiKeyInput } from './api-key.input.ts';
import {
  type ApiKeyRow,
  type ApiKeyView,
  type NewApiKey,
  presentApiKey,
  presentDamagedKey,
  roleOf,
  scopesOf,
} from './api-key.present.ts';
import { isGenuineKey, requireGenuineKey } from './proven-api-keys.ts';
import { aboutKey, keysOf, makeApiKey } from './api-key.rules.ts';
import { requireOwnPowers, requirePowersOf, scopesToGive } from './key-powers.ts';
import { requireOperator } from '../operator/find-operator.ts';
import { lockOperator } from '../operator/operator.operations.ts';
import { findPartner, lockPartner } from '../partner/partner.operations.ts';

/** Whose list a key is in: a partner's, or else its person's alone. */
type ListIds = { readonly partner_id: string | null };
/** A partner, all of whose keys are listed, or else a person. */
type OwnerIds = { readonly partner_id: string | null; readonly operator_id: string | null };
type KeyIds = { readonly key_id: string };

export const createApiKey = defineRealTimeCommand({
  name: 'createApiKey',
  scope: 'admin',
  roles: ['operator'],
  input: CreateApiKeyInput,
  shownOnce: [['api_key']],
  locate: async (context, { partner_id }: ListIds) =>
    partner_id === null ? null : lockPartner(context, partner_id),
  twoPeople: {
    operation: 'operator_key',
    matter: (_context, { input: { role } }) => (role === 'operator' ? CREATION : null),
    unchanged: () => null,
  },
  async run(context, { input, subject }): Promise<NewApiKey | null> {
    if (subject === null && input.operator_id === null)
      throw refusal('parameter_missing', 'is required, except for a key of an operator', {
        path: ['partner_id'],
      });
    const person = input.operator_id === null ? null : await requireOperator(context, input.operator_id);
    if (subject === null && person !== null) await lockOperator(context, { operator_id: person.id });
    const scopes = input.scopes ?? scopesToGive(context.caller, input.role, person);
    const asked = { ...input, scopes };
    requirePowersOf(person, scopes);
    await requireOwnPowers(context, asked);
    return addApiKey(context, subject?.partner_id ?? null, asked, makeApiKey(context.policy));
  },
});

/** The key that `node` asks for. An operator may read any key, a partner only the key of its call. */
export const getApiKey = defineRealTimeQuery({
  name: 'getApiKey',
  roles: ['partner', 'operator'],
  locate: (context, { key_id }: KeyIds) => {
    const { role, keyId } = context.caller;
    return findKey(context, { key_id: role === 'operator' || key_id === keyId ? key_id : '' });
  },
  run: async (_context, { subject }): Promise<ApiKeyView> => presentApiKey(subject),
});

/** Lists the keys of a partner or of a person, including expired and revoked ones. */
export const listApiKeys = defineRealTimeQuery({
  name: 'listApiKeys',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('key', {}),
  locate: findOwner,
  async run({ db, rowMacs }, { ids, input }) {
    const query = db.selectFrom('api_key').selectAll().where(ownedBy(ids));
    // One damaged row does not hide the other keys. The damaged key itself is still refused.
    return mapPage(await findPage(query, input), (row) =>
      isGenuineKey(rowMacs, row) ? presentApiKey(row) : presentDamagedKey(row, ids.partner_id),
    );
  },
});

export const countApiKeys = defineRealTimeQuery({
  name: 'countApiKeys',
  readsMany: true,
  roles: ['operator'],
  locate: findOwner,
  async run({ db }, { ids }): Promise<number> {
    if (ids.partner_id !== null) return totalOf(db, [keysOf(ids.partner_id)]);
    return countOf(db.selectFrom('api_key').where(ownedBy(ids)));
  },
});

/** Throws `resource_missing` if there is no such partner or operator. */
async function findOwner(context: QueryContext, { partner_id, operator_id }: OwnerIds): Promise<null> {
  if ((partner_id === null) === (operator_id === null))
    throw refusal('parameter_invalid', 'must be given, or else the operator, and not both', {
      path: ['partner_id'],
    });
  if (partner_id !== null) await findPartner(context, partner_id);
  else await lockOperator(context, { operator_id: operator_id ?? '' });
  return null;
}

const ownedBy =
  ({ partner_id, operator_id }: OwnerIds) =>
  (eb: ExpressionBuilder<Tables, 'api_key'>) =>
    partner_id !== null ? eb('partner_id', '=', partner_id) : eb('operator_id', '=', operator_id);

/**
 * Makes a new key like an existing one, to replace it. The caller must be allowed to make such a key. Both keys work
 * during the overlap; then the old one expires, unless it expires earlier anyway. The new key has the same lifetime as
 * the old key had at first.
 */
export const rotateApiKey = defineRealTimeCommand({
  name: 'rotateApiKey',
  scope: 'admin',
  roles: ['operator'],
  input: RotateApiKeyInput,
  shownOnce: [['api_key']],
  locate: findKey,
  twoPeople: {
    operation: 'operator_key',
    matter: (_context, { subject: { id, role } }) => (role === 'operator' ? aboutRecord(id, '') : null),
    unchanged: () => null,
  },
  async run(context, { input: { overlap_seconds }, subject: old }): Promise<NewApiKey | null> {
    const now = timestamp(context.now);
    if (old.revoked_at !== null) throw refusal('conflict', 'The key was revoked; create another one.');
    if (old.successor_id !== null)
      throw refusal('conflict', 'The key was rotated already; rotate the key that replaced it.');
    if (old.expires_at !== null && old.expires_at <= now)
      throw refusal('conflict', 'The key has expired; create another one.');
    if (old.operator_id !== null) await requireOperator(context, old.operator_id);
    else if (roleOf(old) === 'operator')
      throw refusal(
        'conflict',
        'The key belongs to no person; create an operator, and a key of that person.',
      );
    if (old.partner_id !== null) await lockPartner(context, old.partner_id);
    else if (old.operator_id !== null) await lockOperator(context, { operator_id: old.operator_id });
    const like = {
      name: old.name,
      operator_id: old.operator_id,
      role: roleOf(old),
      scopes: scopesOf(old),
      expires_in: lifeOf(old),
    };
    await requireOwnPowers(context, like);
    const made = await addApiKey(context, old.partner_id, like, makeApiKey(context.policy));
    const end = timestamp(secondsLater(context.now, overlap_seconds));
    const expires_at = old.expires_at !== null && old.expires_at < end ? old.expires_at : end;
    await changeKey(context, old, { expires_at, successor_id: made.key_id });
    const data = { successor_id: made.key_id, expires_at };
    await context.record({ ...aboutKey(old), type: 'key.rotated', data });
    return made;
  },
});

/** Revokes a key at once. If it is revoked already, the first time of revocation stays. */
export const revokeApiKey = defineRealTimeCommand({
  name: 'revokeApiKey',
  scope: 'admin',
  roles: ['operator'],
  locate: findKey,
  async run(context, { subject }): Promise<ApiKeyView> {
    if (subject.revoked_at !== null) return presentApiKey(subject);
    const revoked_at = notBefore(subject.created_at, context.now);
    await changeKey(context, subject, { revoked_at });
    await context.record({ ...aboutKey(subject), type: 'key.revoked' });
    return presentApiKey({ ...subject, revoked_at });
  },
});

async function findKey(context: QueryContext, ids: KeyIds): Promise<ApiKeyRow> {
  const key = await lockKey(context, ids);
  requireGenuineKey(context.rowMacs, key);
  return key;
}

/** The lifetime of a key in seconds; null if it has no expiry. */
function lifeOf({ created_at, expires_at }: ApiKeyRow): number | null {
  return expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / 1_000;
}
