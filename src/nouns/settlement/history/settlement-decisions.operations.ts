import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { valueOrDamage } from '../../../kernel/damage.ts';
import { noSuch } from '../../../kernel/errors.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { forgedRow, valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { readEventData } from '../../../trail/record/event-data.ts';
import { DECISION_EVENTS, DecisionData, outcomeOfEvent } from '../../decision/decision-events.rules.ts';
import {
  DECISION_COLUMNS,
  decisionIdOf,
  decisionPlace,
  type DecisionRow,
  eventOfDecision,
  requireGenuineDecision,
} from '../../decision/decision-mac.ts';
import { type DecisionView, NOT_KEPT, presentKept } from '../../decision/decision.present.ts';

/** A settlement is approved or denied once. */
export const DECISIONS_MAX = 1;

/**
 * The decisions of underwriting on several settlements, by settlement. A decision of an earlier version has no row; it
 * is made of its event, and says that its facts were not kept.
 */
export const listDecisionsOfSettlements = defineQuery({
  name: 'listDecisionsOfSettlements',
  roles: ['operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input }): Promise<ReadonlyMap<string, readonly DecisionView[] | Error>> {
    const subjects = input.funding_ids.map((id) => SUBJECT + id);
    const rows = await decided(context.db).where('event.subject', 'in', subjects).execute();
    const bySettlement = Map.groupBy(rows, ({ subject }) => subject.slice(SUBJECT.length));
    return new Map(
      [...bySettlement].map(([id, own]) => [
        id,
        valueOrForgery(() => valueOrDamage(() => own.map((row) => decisionOf(context, row)))),
      ]),
    );
  },
});

/** A decision by its id. `node` asks for it too, for every role; partners find none. */
export const getDecision = defineQuery({
  name: 'getDecision',
  roles: ['partner', 'operator'],
  async locate(context, { decision_id }: { readonly decision_id: string }): Promise<DecisionView> {
    const event = eventOfDecision(decision_id);
    const row =
      context.caller.role === 'operator'
        ? await decided(context.db).where('event.id', '=', event).executeTakeFirst()
        : undefined;
    if (row === undefined || decisionIdOf(event) !== decision_id) throw noSuch('decision');
    return decisionOf(context, row);
  },
  run: async (_context, { subject }) => subject,
});

const SUBJECT = 'funding/';

/** The events of decisions, each with its kept row. */
const decided = (db: Kysely<Tables>) =>
  db
    .selectFrom('event')
    .leftJoin('decision', (join) => join.on(sql`decision.id`, '=', sql`'dcn_' || substr(event.id, 5)`))
    .select(['event.id as event_id', 'event.subject', 'event.type', 'event.data'])
    .select(['event.actor as event_actor', 'event.created_at as event_at'])
    .select(DECISION_COLUMNS.map((column) => `decision.${column}` as const))
    // The expression keeps planners from an index on types, which would read the decisions of all settlements.
    .where(sql<string>`event.type || ''`, 'in', Object.keys(DECISION_EVENTS))
    .orderBy('event.sequence');

type Decided = Awaited<ReturnType<ReturnType<typeof decided>['execute']>>[number];

function decisionOf({ vault, rowMacs }: QueryContext, event: Decided): DecisionView {
  const id = decisionIdOf(event.event_id);
  const funding_id = event.subject.slice(SUBJECT.length);
  const told = readEventData(DecisionData, event.data) ?? {};
  const about = {
    decision_id: id,
    funding_id,
    outcome: outcomeOfEvent(event.type),
    actor: event.event_actor,
    created_at: event.event_at,
  };
  if (!isKept(event)) {
    if (told.decision !== undefined) throw forgedRow(decisionPlace(id));
    return { ...about, origin: told.automatic === true ? 'automatic' : 'person', ...NOT_KEPT };
  }
  requireGenuineDecision(rowMacs, event);
  if (event.settlement_id !== funding_id || event.outcome !== about.outcome)
    throw forgedRow(decisionPlace(id));
  return { ...about, origin: originOf(event.origin), ...presentKept(event, vault) };
}

const isKept = (event: Decided): event is Decided & DecisionRow => event.id !== null;

const originOf = (origin: string): DecisionView['origin'] =>
  origin === 'automatic' || origin === 'policy' ? origin : 'person';
