import type { Kysely } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { knownWord } from '../../kernel/damage.ts';
import { noSuch, refusal } from '../../kernel/errors.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { isGenuineTrial, requireGenuineTrial, withTrialMac, trialPlace, type TrialRow } from './trial-mac.ts';
import { TRIAL_STATES, type TrialEvent, trialMachine } from './trial.machine.ts';

/** The most trials that are kept, of all policies together. The oldest go first. */
export const TRIALS_MAX = 20;

const byId = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('policy_trial').selectAll().where('id', '=', id);

const missingTrial = () => noSuch('trial');

/** The row of a trial. Throws `resource_missing`, or `service_unavailable` if the gateway did not write it. */
export async function findTrial({ db, rowMacs }: QueryContext, id: string): Promise<TrialRow> {
  const row = await byId(db, id).executeTakeFirstOrThrow(missingTrial);
  requireGenuineTrial(rowMacs, row);
  return row;
}

/** Like `findTrial`, locked until the transaction ends. */
export async function lockTrial(context: QueryContext, id: string): Promise<TrialRow> {
  const row = await byId(context.db, id).$call(lockRows(context)).executeTakeFirstOrThrow(missingTrial);
  requireGenuineTrial(context.rowMacs, row);
  return row;
}

/** The trial that runs, not checked. */
export const runningTrial = (db: Kysely<Tables>): Promise<TrialRow | undefined> =>
  db.selectFrom('policy_trial').selectAll().where('state', '=', 'running').executeTakeFirst();

/** What changes when a trial ends. Throws `conflict` if it has ended already. */
export function endOf({ id, state }: TrialRow, event: TrialEvent, now: Date): Partial<TrialRow> {
  const after = trialMachine.advance(knownWord(TRIAL_STATES, state, trialPlace(id)), event);
  if (after === null) throw refusal('conflict', `The trial is ${state} already.`);
  return { state: after, ended_at: timestamp(now), lease: null, leased_until: null };
}

/** Writes a change of a trial under its MAC. */
export async function writeTrial(
  { db, rowMacs }: CommandContext,
  before: TrialRow,
  change: Partial<TrialRow>,
): Promise<TrialRow> {
  const row = withTrialMac(rowMacs, { ...before, ...change });
  await db.updateTable('policy_trial').set(row).where('id', '=', before.id).execute();
  return row;
}

/** The contents that a finished trial has tried, of the given ones. */
export async function triedHashes(
  { db, rowMacs }: QueryContext,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('policy_trial')
    .selectAll()
    .where('hash', 'in', hashes)
    .where('state', '=', 'finished')
    .execute();
  return new Set(rows.filter((row) => isGenuineTrial(rowMacs, row)).map(({ hash }) => hash));
}

/** Throws `conflict` if no finished trial has tried a content. */
export async function requireTrial(
  context: QueryContext,
  { hash }: { readonly hash: string },
): Promise<void> {
  if ((await triedHashes(context, [hash])).has(hash)) return;
  throw refusal(
    'conflict',
    'No finished trial has tried these rules on past decisions. Start one with startPolicyTrial; then publish.',
  );
}
