import type { Kysely, Selectable } from 'kysely';
import { noSuch } from '../../../kernel/errors.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { CommandContext, QueryContext } from '../../../pipeline/operation.ts';

export type ClockRow = Selectable<Tables['sandbox_clock']>;

/**
 * How long the goal of a request counts, in milliseconds of real time, after it moved the clock last. If its process
 * died, the next request begins where the clock is.
 */
const GOAL_MS = 5_000;

/** The clock of a partner; one that never moved shows real time. */
export async function findClock({ db }: QueryContext, partnerId: string): Promise<ClockRow> {
  await db
    .selectFrom('partner')
    .select('id')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow(() => noSuch('partner'));
  const found = await db
    .selectFrom('sandbox_clock')
    .selectAll()
    .where('id', '=', partnerId)
    .executeTakeFirst();
  return found ?? { id: partnerId, ahead_ms: 0, goal_ms: null, goal_until_ms: null };
}

/** Partners of one query. */
const PARTNERS_PAGE = 500;

/** The ids of the partners that follow an id, without those that have ended. */
export async function partnersAfter(db: Kysely<Tables>, after: string): Promise<readonly string[]> {
  const partners = await db
    .selectFrom('partner')
    .leftJoin('sandbox_partner', 'sandbox_partner.id', 'partner.id')
    .select('partner.id')
    .where('partner.id', '>', after)
    .where('sandbox_partner.ended_at', 'is', null)
    .orderBy('partner.id')
    .limit(PARTNERS_PAGE)
    .execute();
  return partners.map(({ id }) => id);
}

/** Milliseconds of real time. */
const realMs = ({ now }: Pick<QueryContext, 'now'>, { ahead_ms }: ClockRow): number =>
  now.getTime() - ahead_ms;

/** What a clock will show after the requests that move it now. Without such requests, what it shows now. */
export const goalOf = (context: Pick<QueryContext, 'now'>, clock: ClockRow): Date =>
  clock.goal_ms !== null && (clock.goal_until_ms ?? 0) > realMs(context, clock)
    ? new Date(Math.max(clock.goal_ms, context.now.getTime()))
    : context.now;

/** Notes that a request moves a clock to a moment. */
export const setGoal = (context: CommandContext, clock: ClockRow, goal: Date): Promise<void> =>
  store(context, { ...clock, goal_ms: goal.getTime(), goal_until_ms: realMs(context, clock) + GOAL_MS });

/** Moves a clock to a moment that is later than it shows. */
export const changeClock = (context: CommandContext, clock: ClockRow, shows: Date): Promise<void> => {
  const isGoal = clock.goal_ms !== null && clock.goal_ms <= shows.getTime();
  return store(context, {
    ...clock,
    ahead_ms: clock.ahead_ms + (shows.getTime() - context.now.getTime()),
    goal_ms: isGoal ? null : clock.goal_ms,
    goal_until_ms: isGoal ? null : realMs(context, clock) + GOAL_MS,
  });
};

async function store({ db }: CommandContext, { id, ...changed }: ClockRow): Promise<void> {
  await db
    .insertInto('sandbox_clock')
    .values({ id, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}
