import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Caller } from '../kernel/caller.ts';
import type { Tables } from '../kernel/tables.ts';
import { refusal } from '../kernel/errors.ts';

type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { partner_id: string } ? Name : never;
}[keyof Tables];

/**
 * The condition that keeps a caller to what it may see: a partner to its own rows, an operator to every row.
 * A caller who is neither sees nothing.
 */
export function visibleTo(caller: Caller) {
  return (eb: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> => {
    if (caller.role === 'operator') return eb.lit(true);
    return eb('partner_id', '=', ownerOf(caller));
  };
}

/** The partner in whose name a caller writes. */
export function ownerOf(caller: Caller): string {
  if (caller.partnerId === null) throw refusal('permission_denied', 'Only a partner can do this.');
  return caller.partnerId;
}

/** In whose name the totals stand that count for every partner. */
export const EVERY_PARTNER = 'all';

/** Whose totals a caller is shown: a partner its own, an operator those of all. */
export function countedFor(caller: Caller): string {
  return caller.role === 'operator' ? EVERY_PARTNER : ownerOf(caller);
}
