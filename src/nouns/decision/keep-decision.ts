import type { Insertable } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { DecisionContent } from './decision-content.ts';
import { decisionContentAad, decisionIdOf, withDecisionMac } from './decision-mac.ts';

/** Who decided. */
export const ORIGINS = {
  automatic: 'A setting of the partner, in the request itself.',
  policy: 'A policy of the provider.',
  person: 'An operator.',
} as const;
export type DecisionOrigin = keyof typeof ORIGINS;

/** A decision that is to be kept beside its event. */
export interface NewDecision extends DecisionContent {
  readonly origin: DecisionOrigin;
}

interface About {
  readonly eventId: string;
  readonly settlement: { readonly id: string; readonly partner_id: string };
  readonly outcome: 'approve' | 'deny';
}

/** Writes a decision in the transaction of its event. Returns its id, which the event names. */
export async function keepDecision(
  context: CommandContext,
  { origin, ...content }: NewDecision,
  { eventId, settlement, outcome }: About,
): Promise<string> {
  const id = decisionIdOf(eventId);
  const row = withDecisionMac(context.rowMacs, {
    id,
    settlement_id: settlement.id,
    partner_id: settlement.partner_id,
    outcome,
    origin,
    actor: context.caller.actor,
    content: context.vault.encrypt(JSON.stringify(content), decisionContentAad(id)),
    created_at: timestamp(context.now),
  });
  await insertDecision(context.db, { row });
  return id;
}

const insertDecision = statement((db, { row }: { row: Insertable<Tables['decision']> }) =>
  db.insertInto('decision').values(row),
);
