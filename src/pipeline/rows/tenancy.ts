import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { refusal } from '../../kernel/errors.ts';

type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { partner_id: string | null } ? Name : never;
}[keyof Tables];

/**
 * The condition that limits rows found by their ids to the rows that a caller may see: a partner sees its own, an
 * operator sees all, any other caller none. Its form keeps planners from choosing an index on partners, because they
 * would read all rows of the partner.
 */
export const visibleTo = (caller: Caller) => ownedAmong(ownerSeenBy(caller));

/** Like `visibleTo`, for the owner of a list; null means all. */
export function ownedAmong(owner: string | null) {
  return (eb: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> =>
    owner === null ? eb.lit(true) : sql<SqlBool>`${eb.ref('partner_id')} || '' = ${owner}`;
}

/** The partner whose rows a caller sees; null means all. */
export const ownerSeenBy = (caller: Caller): string | null =>
  caller.role === 'operator' ? null : ownerOf(caller);

/** The partner that owns the records of a caller. Throws `permission_denied` for a caller without a partner. */
export function ownerOf(caller: Caller): string {
  if (caller.partnerId === null) throw refusal('permission_denied', 'Only the key of a partner can do this.');
  return caller.partnerId;
}

/**
 * The partner whose rows a list has; null means all. Only an operator may name a partner; a partner gets
 * `permission_denied`.
 */
export function ownerAsked(caller: Caller, partnerId: string | null): string | null {
  if (caller.role === 'operator') return partnerId;
  if (partnerId !== null) throw refusal('permission_denied', 'Only an operator may name a partner.');
  return ownerOf(caller);
}

/** `locate` of a list: returns its partner, or null for all. Throws as `ownerAsked` does. */
export const locateOwner = (
  { caller }: { readonly caller: Caller },
  { owner_id }: { readonly owner_id: string | null },
): string | null => ownerAsked(caller, owner_id);

/**
 * The condition that limits a list to the rows of its owner; null means all. It has no bare parameter: SQLite would
 * prepare the statement again for each value of a bare parameter, which takes as long as reading a page.
 */
export function ownedBy(owner: string | null) {
  return (eb: ExpressionBuilder<Tables, OwnedTable>): Expression<SqlBool> =>
    owner === null ? eb.lit(true) : sql<SqlBool>`${eb.ref('partner_id')} = ${owner} || ''`;
}

/** The owner name of totals over all partners. */
export const EVERY_PARTNER = 'all';

/** The owner name of the total of a list; null means all partners. */
export const countedFor = (owner: string | null): string => owner ?? EVERY_PARTNER;
