import type { EventRow } from '../../trail/record/record.ts';

type Joined = { readonly [Column in keyof EventRow]: EventRow[Column] | null };

/** The event of a row from a left join; null if there is none. */
export function eventOf(row: Joined): EventRow | null {
  const { id, type, subject, sequence, partner_id, actor, request_id, created_at, data } = row;
  if (id === null || type === null || subject === null || sequence === null) return null;
  if (actor === null || request_id === null || created_at === null || data === null) return null;
  return { id, type, subject, sequence, partner_id, actor, request_id, created_at, data };
}
