import { sql } from 'kysely';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import { isSameMac } from '../../engine/crypto/hmac.ts';
import { isAmong } from '../operator/people.ts';
import type { OperatorRow } from '../operator/operator.present.ts';
import type { TwoPeopleOperation } from '../../kernel/two-people.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import { removeRows } from '../../pipeline/rows/remove-rows.ts';
import type { ApprovalSummary } from './approval.present.ts';
import { SECRET_DAYS, secretAad } from './approval.rules.ts';
import { isWritten, summaries } from './find-approvals.ts';

/** Keeps the response of a change until the person who asked for it has seen its secret. */
export async function keepSecret(
  { db, vault }: CommandContext,
  { id }: Pick<ApprovalSummary, 'id'>,
  made: string,
  now: Date,
): Promise<void> {
  const content = vault.encrypt(made, secretAad(id));
  const expires_at = timestamp(daysLater(now, SECRET_DAYS));
  await db.insertInto('approval_secret').values({ approval_id: id, content, expires_at }).execute();
}

interface Wanted {
  readonly operation: TwoPeopleOperation;
  readonly objects: readonly string[];
  readonly fingerprints: readonly string[];
}

/** Takes out the kept response if the maker repeats the call; null if there is none. */
export async function takeSecret(
  context: CommandContext,
  person: OperatorRow,
  { operation, objects, fingerprints }: Wanted,
  now: Date,
): Promise<string | null> {
  const { db, vault } = context;
  const rows = await db
    .selectFrom('approval')
    .$call(summaries)
    .where('object_id', 'in', objects)
    .where('operation', '=', operation)
    .where('status', '=', 'approved')
    .where('id', 'in', keptAt(db, now))
    .orderBy('id')
    .execute();
  for (const row of rows.filter((each) => isWritten(context, each))) {
    const isSame = fingerprints.some((made) => isSameMac(made, row.fingerprint));
    if (!isSame || !(await isAmong(context, person, [row.maker]))) continue;
    const [taken] = await db
      .deleteFrom('approval_secret')
      .where('approval_id', '=', row.id)
      .returning('content')
      .execute();
    if (taken !== undefined) return vault.decrypt(taken.content, secretAad(row.id));
  }
  return null;
}

const keptAt = (db: QueryContext['db'], now: Date) =>
  db.selectFrom('approval_secret').select('approval_id').where('expires_at', '>', timestamp(now));

/** Removes a batch of responses that were not fetched in time. The rest is removed a minute later. */
export async function reapSecrets({ db }: Pick<QueryContext, 'db'>, now: Date): Promise<void> {
  const table = { table: 'approval_secret', key: ['approval_id'] } as const;
  await removeRows(db, table, sql`expires_at <= ${timestamp(now)}`);
}
