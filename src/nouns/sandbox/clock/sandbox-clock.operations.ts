import { type Kysely, sql } from 'kysely';
import { CLOCK_REQUEST_ID, scheduler } from '../../../kernel/caller.ts';
import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import {
  type AfterCommit,
  type CommandContext,
  defineCommand,
  defineQuery,
  type QueryContext,
} from '../../../pipeline/operation.ts';
import { ownerAsked } from '../../../pipeline/rows/tenancy.ts';
import { lastPosition } from '../../../trail/positions/feed.ts';
import { ALL_OF_EVENT } from '../../../trail/record/event-row.ts';
import { isEventType } from '../../../trail/record/event-types.ts';
import { SANDBOX } from '../play/play-as.ts';
import { cursorAfter } from '../../event/feed-cursor.ts';
import { presentToPartner } from '../../event/event.present.ts';
import { type ClockRow, findClock, goalOf, setGoal } from './find-clock.ts';
import { ADVANCE_EVENTS_MAX, moveSandboxClock, stepsUntil } from './move-clock.operations.ts';
import { momentAfter, periodOf } from './period.ts';
import { AdvanceClockInput, NEXT } from './sandbox-clock.input.ts';
import type { AdvancedClockView, SandboxClockView } from './sandbox-clock.present.ts';

/** Seconds that a clock can be ahead of real time: two years. */
const AHEAD_SECONDS_MAX = 731 * 86_400;
/** Events that the view of an advance shows. */
export const SHOWN_EVENTS_MAX = 100;

/** The partner whose clock is meant; null for the partner who calls. */
type ClockIds = { readonly owner_id: string | null };

function locateClock(context: QueryContext, { owner_id }: ClockIds): Promise<ClockRow> {
  const owner = ownerAsked(context.caller, owner_id);
  if (owner === null) throw refusal('resource_missing', 'Name the partner whose clock it is.');
  return findClock(context, owner);
}

const presentClock = (now: Date, { ahead_ms }: Pick<ClockRow, 'ahead_ms'>): SandboxClockView => ({
  now: timestamp(now),
  ahead_seconds: Math.round(ahead_ms / 1_000),
});

/** What the clock of a partner shows. */
export const getSandboxClock = defineQuery({
  name: 'getSandboxClock',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  locate: locateClock,
  run: ({ now }, { subject }): SandboxClockView => presentClock(now, subject),
});

/** The view while the clock moves: with what its completion needs. */
interface Advancing extends AdvancedClockView {
  readonly move?: { readonly partnerId: string; readonly until: string; readonly after: number };
}

/**
 * Moves the clock of a partner. What falls due meanwhile is done before the response. If the process dies, the request
 * with its idempotency key goes on from where the clock is.
 */
export const advanceSandboxClock = defineCommand({
  name: 'advanceSandboxClock',
  sandboxOnly: true,
  clock: 'moved',
  roles: ['partner', 'operator'],
  input: AdvanceClockInput,
  locate: locateClock,
  async run(context, { input, subject: clock }): Promise<Advancing> {
    const from = goalOf(context, clock);
    const until = await goalAsked(context, clock, { input, from });
    await setGoal(context, clock, until);
    const cursor = cursorAfter(await lastPosition(context.db));
    return {
      ...presentClock(context.now, clock),
      from: timestamp(from),
      cursor_before: cursor,
      cursor_after: cursor,
      counts: [],
      events: [],
      move: {
        partnerId: clock.id,
        until: until.toISOString(),
        after: await lastNumber(context.db),
      },
    };
  },
  afterwards: complete,
});

interface Asked {
  readonly input: AdvanceClockInput;
  readonly from: Date;
}

/** The moment at which the clock will be. Throws `parameter_invalid` if it is too far away, or too much falls due. */
async function goalAsked(context: CommandContext, clock: ClockRow, { input, from }: Asked): Promise<Date> {
  const member = (input.advance ?? null) === null ? 'to' : 'advance';
  const refuse = (says: string) => refusal('parameter_invalid', says, { path: [member] });
  const real = new Date(context.now.getTime() - clock.ahead_ms);
  const latest = secondsLater(real, AHEAD_SECONDS_MAX);
  const { db, referenceHash } = context;
  const asOf = { db, referenceHash, now: from };
  const period = periodOf(input.advance ?? '');
  const next = input.to === NEXT ? (await stepsUntil(asOf, clock.id, latest))[0]?.at : undefined;
  if (input.to === NEXT && next === undefined) throw refuse('must be a moment, because nothing falls due');
  const until = next ?? (period === null ? new Date(input.to ?? '') : momentAfter(from, period));
  if (until < from) throw refuse('must be later than the clock shows');
  if (!(until <= latest)) throw refuse('must leave the clock at most two years ahead of real time');
  const steps = await stepsUntil(asOf, clock.id, until);
  if (steps.reduce((events, step) => events + step.events, 0) > ADVANCE_EVENTS_MAX)
    throw refuse(
      `must cause at most ${ADVANCE_EVENTS_MAX.toLocaleString('en')} events; move the clock less far`,
    );
  return until;
}

async function complete(after: AfterCommit, { move, ...view }: Advancing): Promise<AdvancedClockView> {
  if (move === undefined) return view;
  const { partnerId, until } = move;
  for (let isDone = false; !isDone;)
    ({ isDone } = await after.perform(moveSandboxClock, { partner_id: partnerId }, { until }));
  await after.relay();
  const fell = { partnerId, after: move.after, from: view.from, until: timestamp(new Date(until)) };
  const clock = await after.db
    .selectFrom('sandbox_clock')
    .select('ahead_ms')
    .where('id', '=', partnerId)
    .executeTakeFirst();
  // A purge of the former partner removes its clock.
  if (clock === undefined) throw refusal('conflict', 'The sandbox was reset while its clock moved.');
  return {
    ...view,
    ...presentClock(new Date(after.clock().getTime() + clock.ahead_ms), clock),
    cursor_after: cursorAfter(await lastPosition(after.db)),
    ...(await whatFellDue(after.db, fell)),
  };
}

interface Fallen {
  readonly partnerId: string;
  /** The number of the last event before. */
  readonly after: number;
  readonly from: string;
  readonly until: string;
}

/** Who does what falls due: the clock, and the provider and the payer of magic amounts. */
const ACTORS = [scheduler.actor, SANDBOX.actor];

/** The events of the clock that a partner sees, between two moments of its time. */
async function whatFellDue(db: Kysely<Tables>, { partnerId, after, from, until }: Fallen) {
  const events = db
    .selectFrom('event')
    .where('partner_id', '=', partnerId)
    .where('number', '>', after)
    .where('actor', 'in', ACTORS)
    // What the partner plays itself meanwhile has the id of its request.
    .where('request_id', '=', CLOCK_REQUEST_ID)
    .where('created_at', '>=', from)
    .where('created_at', '<=', until);
  const counted = await events
    .select(['type', sql<number>`cast(count(*) as integer)`.as('count')])
    .groupBy('type')
    .orderBy('type')
    .execute();
  const rows = await events.select(ALL_OF_EVENT).orderBy('number').limit(SHOWN_EVENTS_MAX).execute();
  const counts = counted.flatMap(({ type, count }) => (isEventType(type) ? [{ type, count }] : []));
  return { counts, events: rows.map((row) => presentToPartner(row, false)) };
}

async function lastNumber(db: Kysely<Tables>): Promise<number> {
  const last = db.selectFrom('event').select('number').orderBy('number', 'desc').limit(1);
  return (await last.executeTakeFirst())?.number ?? 0;
}
