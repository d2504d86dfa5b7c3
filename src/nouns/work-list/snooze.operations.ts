import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import { type DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { refusal } from '../../kernel/errors.ts';
import { momentField, proseField, textSize } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Foundation } from '../../pipeline/context.ts';
import {
  type CommandContext,
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import { removeRows } from '../../pipeline/rows/remove-rows.ts';
import { lockNoted } from '../note/lock-noted.ts';
import { revisionState, SNOOZE_DAYS_MAX, snoozeAad } from './snooze.rules.ts';

/** Two sentences. */
const REASON_LENGTH_MAX = 500;
export const SNOOZE_REASON_SIZE = textSize(REASON_LENGTH_MAX);

export const SnoozeInput = z.strictObject({
  until: typeNamed('DateTime', momentField('start')).describe(
    `When it is back in its lists; at most ${SNOOZE_DAYS_MAX} days from now.`,
  ),
  reason: proseField(REASON_LENGTH_MAX).describe(
    `Why it waits, 1 to ${REASON_LENGTH_MAX} characters. No partner ever sees it.`,
  ),
});

type SnoozeRow = Selectable<Tables['snooze']>;

/** A snooze that has not ended. */
export interface SnoozeView {
  readonly about: string;
  /** The operator; the key, if it belongs to no person. */
  readonly actor: string;
  readonly snoozed_at: string;
  readonly until: string;
  readonly reason: string | DamageError;
  /** The state of the record in which it counts. */
  readonly state: string;
}

/** A settlement or a customer, and its state. */
interface Snoozable {
  readonly id: string;
  readonly state: string;
}

/**
 * Snoozes a settlement or a customer: lists of work can hide it until a moment, or until its state changes. A snooze
 * blocks no operation. A second snooze replaces the first. Throws `resource_missing` if there is no such record.
 */
export const snooze = defineRealTimeCommand({
  name: 'snooze',
  roles: ['operator'],
  input: SnoozeInput,
  locate: lockSnoozable,
  async run(context, { input: { until, reason }, subject: { id: about, state } }): Promise<SnoozeView> {
    const { db, caller, now, vault } = context;
    requireUntil(until, now);
    const row = {
      about,
      author: caller.operatorId ?? caller.actor,
      snoozed_at: timestamp(now),
      until,
      state,
      reason: vault.encrypt(reason, snoozeAad(about)),
    };
    await db.deleteFrom('snooze').where('about', '=', about).execute();
    await db.insertInto('snooze').values(row).execute();
    await recordChange(context, about, until);
    return presentSnooze(row, context);
  },
});

/** Ends a snooze. True if there was one. */
export const wake = defineRealTimeCommand({
  name: 'wake',
  roles: ['operator'],
  locate: lockSnoozable,
  async run(context, { subject: { id: about } }): Promise<boolean> {
    const { numDeletedRows } = await context.db
      .deleteFrom('snooze')
      .where('about', '=', about)
      .where('until', '>', timestamp(context.now))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await recordChange(context, about, null);
    return true;
  },
});

/** The snoozes of several records that have not ended. */
export const listSnoozes = defineRealTimeQuery({
  name: 'listSnoozes',
  roles: ['operator'],
  input: z.strictObject({ about: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { about } }): Promise<ReadonlyMap<string, SnoozeView>> {
    const rows = await context.db
      .selectFrom('snooze')
      .selectAll()
      .where('about', 'in', about)
      .where('until', '>', timestamp(context.now))
      .execute();
    const states = await statesOf(
      context,
      rows.map((row) => row.about),
    );
    return new Map(
      rows
        .filter((row) => states.get(row.about) === row.state)
        .map((row) => [row.about, presentSnooze(row, context)]),
    );
  },
});

/** Removes a batch of ended snoozes; returns how many. */
export const reapSnoozes = ({ database, clock }: Foundation): Promise<number> =>
  removeRows(database.writes, { table: 'snooze', key: ['about'] }, sql`until <= ${timestamp(clock())}`);

function presentSnooze(
  { about, author, snoozed_at, until, state, reason }: SnoozeRow,
  { vault }: Pick<QueryContext, 'vault'>,
): SnoozeView {
  return {
    about,
    actor: author,
    snoozed_at,
    until,
    state,
    reason: valueOrDamage(() => vault.decrypt(reason, snoozeAad(about))),
  };
}

function requireUntil(until: string, now: Date): void {
  if (until > timestamp(now) && until <= timestamp(daysLater(now, SNOOZE_DAYS_MAX))) return;
  throw refusal('parameter_invalid', `must be later than now, and at most ${SNOOZE_DAYS_MAX} days from now`, {
    path: ['until'],
  });
}

const recordChange = (context: CommandContext, about: string, until: string | null) =>
  context.record({
    type: 'snooze.changed',
    subject: `snooze/${about}`,
    partnerId: null,
    data: { until },
  });

/** Locked, so that two changes at once get their events one after the other. */
async function lockSnoozable(context: QueryContext, ids: { readonly about: string }): Promise<Snoozable> {
  const id = await lockNoted(context, ids);
  return { id, state: (await statesOf(context, [id])).get(id) ?? '' };
}

/** The states of settlements and customers, as snoozes keep them. */
async function statesOf(
  { db }: QueryContext,
  about: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // PostgreSQL does not accept an empty list.
  if (about.length === 0) return new Map();
  const settlements = db
    .selectFrom('instant_settlement')
    .select(['id', 'status as state'])
    .where('id', 'in', about);
  const customers = db
    .selectFrom('kyc_record')
    .select(['customer_id as id', revisionState(sql.ref('revision')).as('state')])
    .where('customer_id', 'in', about);
  const rows = await settlements.unionAll(customers).execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}
