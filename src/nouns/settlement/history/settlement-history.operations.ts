import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { readEventData } from '../../../trail/record/event-data.ts';
import { shownActor } from '../../../trail/record/shown-actor.ts';
import { scheduler } from '../../../kernel/caller.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { defineQuery } from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { DENIAL_BY, type Denial, isDenial } from '../denial.rules.ts';
import type { InstantSettlementSummary } from '../settlement.present.ts';
import { type SettlementStep, STEP_EVENT_TYPES, stepOf } from '../settlement-events.rules.ts';

/** One step of a settlement, from the trail. */
export interface SettlementChange {
  readonly funding_id: string;
  readonly step: SettlementStep;
  readonly at: string;
  /** A key id, `cli` or `clock`. A partner sees its own keys, and `operator` instead of any other. */
  readonly actor: string;
  /** Whether a setting of the partner caused it, in the same request as the step before. */
  readonly automatic: boolean;
  readonly denial_reason: Denial | null;
}

/** The steps of a settlement that its history shows: it may be repaid, reopened and repaid again any number of times. */
export const HISTORY_STEPS_MAX = 100;

/** The history of several settlements: of each the newest steps, the oldest of them first. */
export const listSettlementHistories = defineQuery({
  name: 'listSettlementHistories',
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run({ db, caller }, { input }): Promise<readonly SettlementChange[]> {
    const steps = db
      .selectFrom('event')
      .select(['subject', 'sequence', 'type', 'actor', 'created_at', 'data'])
      .select(sql<number>`row_number() over (partition by subject order by sequence desc)`.as('place'))
      .where('subject', 'in', input.funding_ids.map(subjectOf))
      .where(sql<SqlBool>`type || '' in (${sql.join(STEP_EVENT_TYPES)})`)
      .where(visibleTo(caller));
    const rows = await db
      .selectFrom(steps.as('step'))
      .select(['subject', 'type', 'actor', 'created_at', 'data'])
      .select((eb) =>
        eb.selectFrom('api_key').select('role').whereRef('api_key.id', '=', 'step.actor').as('actor_role'),
      )
      .where('place', '<=', HISTORY_STEPS_MAX)
      .orderBy('subject')
      .orderBy('sequence')
      .execute();
    return rows.map((row) => {
      const step = stepOf(row.type);
      if (step === undefined)
        throw new Error('The trail of a settlement has a step that its machine does not know.');
      // If the data cannot be read, someone edited it and `audit verify` reports it. The step is shown without its
      // data.
      const data = readEventData(Data, row.data) ?? {};
      return {
        funding_id: row.subject.slice(subjectOf('').length),
        step,
        at: row.created_at,
        actor: caller.role === 'operator' ? row.actor : shownActor(row.actor, row.actor_role === 'partner'),
        automatic: data.automatic ?? false,
        denial_reason: denialOf(step, data.reason),
      };
    });
  },
});

type Lapsable = Pick<InstantSettlementSummary, 'funding_id' | 'denial_reason' | 'offer_expires_at'>;

/**
 * The history of a settlement as readers see it. An unanswered offer ends at the end of its time, even if the scheduler
 * wrote that later.
 */
export function historyAsRead(
  changes: readonly SettlementChange[],
  { funding_id, denial_reason, offer_expires_at }: Lapsable,
): readonly SettlementChange[] {
  if (denial_reason !== DENIAL_BY.expire || offer_expires_at === null) return changes;
  const { actor } = scheduler;
  const end = {
    funding_id,
    step: 'expire',
    at: offer_expires_at,
    actor,
    automatic: false,
    denial_reason,
  } as const;
  return [...changes.filter(({ step }) => step !== end.step), end];
}

const subjectOf = (id: string) => `funding/${id}`;

const Data = z.object({ automatic: z.boolean().optional(), reason: z.string().optional() });

function denialOf(step: SettlementStep, reason: string | undefined): Denial | null {
  if (step === 'expire' || step === 'withdraw' || step === 'revoke') return DENIAL_BY[step];
  return step === 'deny' && reason !== undefined && isDenial(reason) ? reason : null;
}
