import { noSuch } from '../../kernel/errors.ts';
import { timestamp } from '../../kernel/clock.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import type { ApiKeyRow } from './api-key.present.ts';
import { aboutKey, keysOf } from './api-key.rules.ts';
import { PROVEN_KEYS, requireGenuineKey } from './proven-api-keys.ts';

/** A key, locked until the transaction ends; not trusted. */
export const lockKey = (context: QueryContext, { key_id }: { readonly key_id: string }): Promise<ApiKeyRow> =>
  context.db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', key_id)
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(() => noSuch('API key'));

const changeRow = rowChanges(PROVEN_KEYS);

/** Writes a change of a key that the caller has locked. */
export async function changeKey(
  context: CommandContext,
  before: ApiKeyRow,
  change: Partial<Pick<ApiKeyRow, 'partner_id' | 'expires_at' | 'revoked_at' | 'successor_id'>>,
): Promise<void> {
  await changeRow(context, before, change).written;
}

/** Moves the keys of a partner that work, and all keys of operators, to another partner. */
export async function moveKeys(context: CommandContext, from: string, to: string): Promise<void> {
  const { db, now, rowMacs, record, count } = context;
  const keys = await db
    .selectFrom('api_key')
    .selectAll()
    .where('partner_id', '=', from)
    .where((eb) => eb.or([eb('role', '=', 'operator'), isWorking(now)(eb)]))
    .orderBy('id')
    .$call(lockRows(context))
    .execute();
  for (const key of keys) {
    requireGenuineKey(rowMacs, key);
    await changeKey(context, key, { partner_id: to });
    const about = aboutKey({ ...key, partner_id: to });
    await record({ ...about, type: 'key.moved', data: { partner_id: to } });
  }
  await count([
    { name: keysOf(from), by: -keys.length },
    { name: keysOf(to), by: keys.length },
  ]);
}

const isWorking = (now: Date) => (eb: ExpressionBuilder<Tables, 'api_key'>) =>
  eb.and([
    eb('revoked_at', 'is', null),
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]),
  ]);
