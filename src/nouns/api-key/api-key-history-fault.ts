import { z } from 'zod';
import { readEventData } from '../../trail/record/event-data.ts';
import { type RecordedStep, stepsFault } from '../../trail/record/proven-records.ts';
import type { ApiKeyRow } from './api-key.present.ts';

const UNREADABLE = 'has an event that cannot be read';
export const Made = z.looseObject({
  role: z.string(),
  scopes: z.array(z.string()),
  operator_id: z.string().optional(),
});
export const Moved = z.looseObject({ partner_id: z.string() });
export const Rotated = z.looseObject({ successor_id: z.string(), expires_at: z.string() });

/** The end of a sentence that says how a key contradicts its history; null if they agree. */
export function keyHistoryFault(
  row: Omit<ApiKeyRow, 'last_used_at' | 'mac'>,
  steps: readonly RecordedStep[],
): string | null {
  const [made, ...later] = steps;
  if (made?.type !== 'key.created') return 'was made without an event';
  const terms = readEventData(Made, made.data);
  if (terms === null) return UNREADABLE;
  if (terms.role !== row.role || terms.scopes.join(',') !== row.scopes)
    return 'has another role or other scopes than its first event';
  // Events of an operator's key have no partner, because partners do not see them.
  const move = later.findLast(({ type }) => type === 'key.moved');
  const moved = move === undefined ? null : readEventData(Moved, move.data);
  if (move !== undefined && moved === null) return UNREADABLE;
  const home = moved?.partner_id ?? made.partner_id;
  if (home !== null && home !== row.partner_id)
    return `belongs to another partner than its ${move === undefined ? 'first event' : 'last move'} says`;
  if ((terms.operator_id ?? null) !== row.operator_id)
    return 'belongs to another operator than its first event says';
  const fault = stepsFault(row, steps);
  if (fault !== null) return fault;
  const isRevoked = later.some(({ type }) => type === 'key.revoked');
  if (isRevoked !== (row.revoked_at !== null))
    return isRevoked ? 'was revoked by an event, and still works' : 'is revoked without an event';
  const rotation = later.find(({ type }) => type === 'key.rotated');
  const rotated = rotation === undefined ? null : readEventData(Rotated, rotation.data);
  if (rotation !== undefined && rotated === null) return UNREADABLE;
  if ((rotated?.successor_id ?? null) !== row.successor_id)
    return 'has another successor than it was rotated to';
  if (rotated !== null && rotated.expires_at !== row.expires_at)
    return 'expires at another time than its rotation set';
  return null;
}
