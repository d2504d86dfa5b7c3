import { ROLES } from '../../kernel/caller.ts';
import { notBefore } from '../../kernel/clock.ts';
import { isTimestamp } from '../../kernel/damage.ts';
import { refusal } from '../../kernel/errors.ts';
import { textField } from '../../kernel/input/fields.ts';
import { readEventData } from '../../trail/record/event-data.ts';
import { defineRealTimeCommand, type QueryContext } from '../../pipeline/operation.ts';
import { lockKey } from './change-key.ts';
import { type ApiKeyView, presentApiKey } from './api-key.present.ts';
import { aboutKey, apiKeyDigestAad, digestOfApiKey, makeApiKey, shownPartOf } from './api-key.rules.ts';
import { Made, Moved, Rotated } from './api-key-history-fault.ts';
import { withKeyMac, isGenuineKey, KEY_STEPS } from './proven-api-keys.ts';

/**
 * Repairs the damaged row of a key and revokes the key for good. Only the command line calls it, for a person who has
 * looked at the row. The trail tells what the key was. Its hash may be another person's, so the row gets a hash that
 * belongs to no key.
 */
export const mendApiKey = defineRealTimeCommand({
  name: 'mendApiKey',
  scope: 'admin',
  roles: ['operator'],
  locate: lockKey,
  async run(context, { subject: row }): Promise<ApiKeyView> {
    const { rowMacs, apiKeyHash, vault, db, now } = context;
    const steps = await stepsOf(context, row.id);
    if (isGenuineKey(rowMacs, row) && row.steps === steps.length)
      throw refusal('conflict', 'The record of the key is not damaged; key revoke ends it.');
    const [made] = steps;
    const terms = made?.type === 'key.created' ? readEventData(Made, made.data) : null;
    const role = ROLES.find((each) => each === terms?.role);
    if (made === undefined || terms === null || role === undefined)
      throw refusal(
        'conflict',
        'The trail does not show that the gateway made this key, so the key cannot work: remove the row from the database.',
      );
    const rotation = steps.find(({ type }) => type === 'key.rotated');
    const rotated = rotation === undefined ? null : readEventData(Rotated, rotation.data);
    const move = steps.findLast(({ type }) => type === 'key.moved');
    const moved = move === undefined ? null : readEventData(Moved, move.data);
    const nobodys = makeApiKey(context.policy);
    const digest = digestOfApiKey(nobodys);
    const after = withKeyMac(rowMacs, {
      ...row,
      // The events of an operator's key have no partner.
      partner_id: moved?.partner_id ?? made.partner_id ?? row.partner_id,
      operator_id: terms.operator_id ?? null,
      name: textField().safeParse(row.name).data ?? 'API key',
      role,
      scopes: terms.scopes.join(','),
      prefix: shownPartOf(nobodys),
      hash: apiKeyHash.make(digest),
      digest: vault.encrypt(digest, apiKeyDigestAad(row.id)),
      created_at: made.created_at,
      expires_at: rotated?.expires_at ?? timeOrNull(row.expires_at),
      revoked_at: notBefore(made.created_at, now),
      last_used_at: timeOrNull(row.last_used_at),
      successor_id: rotated?.successor_id ?? null,
      steps: steps.length + 1,
    });
    await db.updateTable('api_key').set(after).where('id', '=', row.id).execute();
    await context.record({ ...aboutKey(after), type: 'key.revoked', data: { damaged: true } });
    return presentApiKey(after);
  },
});

const timeOrNull = (text: string | null): string | null => (text !== null && isTimestamp(text) ? text : null);

const stepsOf = ({ db }: QueryContext, id: string) =>
  db
    .selectFrom('event')
    .select(['type', 'partner_id', 'data', 'created_at'])
    .where('subject', '=', `key/${id}`)
    .where('type', 'in', KEY_STEPS)
    .orderBy('sequence')
    .execute();
