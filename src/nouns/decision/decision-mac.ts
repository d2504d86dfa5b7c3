import type { Selectable } from 'kysely';
import { columnsOf } from '../../engine/crypto/covered-row.ts';
import { coverageOf } from '../../trail/record/coverage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { provenTable } from '../../trail/record/proven-records.ts';

export type DecisionRow = Selectable<Tables['decision']>;

/** How the MAC covers each column. The content is encrypted, bound to its row. */
const COVERAGE = coverageOf('decision', {
  content: 'presence',
});

/** The columns of a decision, for a statement that reads it. */
export const DECISION_COLUMNS = columnsOf(COVERAGE);

/** The decisions, for a rotation of the secret. Only then a decision changes: its MAC and the text of its content. */
export const PROVEN_DECISIONS = provenTable<Omit<DecisionRow, 'mac'>>({
  table: 'decision',
  name: 'Decision',
  coverage: COVERAGE,
});

export const {
  placeOf: decisionPlace,
  withMac: withDecisionMac,
  isGenuine: isGenuineDecision,
  /** Called at every read. */
  requireGenuine: requireGenuineDecision,
} = PROVEN_DECISIONS;

/** The additional authenticated data of the content: binds it to its row. */
export const decisionContentAad = (id: string): string => `decision.content/${id}`;

const ID_PREFIX = 'evt_';

/** The id of the decision that an event records. */
export const decisionIdOf = (eventId: string): string => `dcn_${eventId.slice(ID_PREFIX.length)}`;

/** The id of the event that records a decision. */
export const eventOfDecision = (id: string): string => ID_PREFIX + id.slice(ID_PREFIX.length);
