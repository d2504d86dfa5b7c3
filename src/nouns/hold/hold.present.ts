import { DAMAGED_NAME, knownTime, knownWord } from '../../kernel/damage.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { HOLD_KINDS, holdAad } from './hold.rules.ts';

export const HoldView = z.strictObject({
  hold_id: z.string(),
  kind: z.enum(HOLD_KINDS).describe('What it holds.'),
  object_id: z.string().nullable().describe('The settlement, customer or partner; null if it holds all.'),
  reason: z.string().describe('Why it was placed.'),
  placed_by: z.string(),
  placed_at: z.string().describe('Since when it holds, in UTC.'),
  lifted_by: z.string().nullable(),
  lifted_at: z.string().nullable().describe('When it was lifted, in UTC; null while it holds.'),
  lift_reason: z.string().nullable().describe('Why it was lifted; null while it holds.'),
  is_damaged: z
    .boolean()
    .describe(
      'Whether its record is not as the gateway wrote it. It still holds until it is lifted, and its other members are replaced. `audit verify` names the record.',
    ),
});
export type HoldView = z.output<typeof HoldView>;

export type HoldRow = Selectable<Tables['hold']>;

export function presentHold(row: HoldRow, vault: Vault): HoldView {
  const kind = knownWord(HOLD_KINDS, row.kind, `hold/${row.id}`);
  return {
    hold_id: row.id,
    kind,
    object_id: kind === 'all' ? null : row.object_id,
    reason: vault.decrypt(row.reason, holdAad('reason', row.id)),
    placed_by: row.placed_by,
    placed_at: row.placed_at,
    lifted_by: row.lifted_by,
    lifted_at: row.lifted_at,
    lift_reason:
      row.lift_reason === null ? null : vault.decrypt(row.lift_reason, holdAad('lift_reason', row.id)),
    is_damaged: false,
  };
}

/** A hold whose row cannot be trusted. The list shows that it exists and what it stops, because it still does. */
export function presentDamagedHold({ id, kind, object_id, placed_at, lifted_at }: HoldRow): HoldView {
  const known = HOLD_KINDS.find((each) => each === kind) ?? 'all';
  return {
    hold_id: id,
    kind: known,
    object_id: known === 'all' ? null : object_id,
    reason: DAMAGED_NAME,
    placed_by: '',
    placed_at: knownTime(placed_at),
    lifted_by: null,
    lifted_at: lifted_at === null ? null : knownTime(lifted_at),
    lift_reason: null,
    is_damaged: true,
  };
}
