import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Caller } from '../kernel/caller.ts';
import type { Tables } from '../kernel/tables.ts';
import { refusal } from '../kernel/errors.ts';

type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { partner_id: string | null } ? Name : never;
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

/**
 * The same for a few rows that an index on their own ids finds: written so that no index on partners looks as if it served,
 * since the planner would walk all rows of the partner.
 */
export function visibleAmong(caller: Caller) {
  return (eb: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> => {
    if (caller.role === 'operator') return eb.lit(true);
    return sql<SqlBool>`${eb.ref('partner_id')} || '' = ${ownerOf(caller)}`;
  };
}
/** The same as a value, for `ownedBy`: whose rows a caller sees; null sees those of all. */
export const ownerSeenBy = (caller: Caller): string | null =>
  caller.role === 'operator' ? null : ownerOf(caller);

/** The partner in whose name a caller writes. */
export function ownerOf(caller: Caller): string {
  if (caller.partnerId === null) throw refusal('permission_denied', 'Only a partner can do this.');
  return caller.partnerId;
}

/**
 * Whose rows a list is of: those of one partner, or (null) of all. An operator may name a partner; `permission_denied`
 * to a partner that does.
 */
export function ownerAsked(caller: Caller, partnerId: string | null): string | null {
  if (caller.role === 'operator') return partnerId;
  if (partnerId !== null)
    throw refusal('permission_denied', 'The role of this API key does not cover naming a partner.');
  return ownerOf(caller);
}

/** The condition that keeps a list to the rows of its owner; null owns all. */
export function ownedBy(owner: string | null) {
  return (eb: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> =>
    owner === null ? eb.lit(true) : eb('partner_id', '=', owner);
}

/** In whose name the totals stand that count for every partner. */
export const EVERY_PARTNER = 'all';

/** In whose name the totals of an owner's list stand; null owns all. */
export const countedFor = (owner: string | null): string => owner ?? EVERY_PARTNER;
