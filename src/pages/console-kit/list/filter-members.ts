import { FILTERS } from '../generated/filters.ts';
import { place } from '../route.ts';

/** The name of a filter in GraphQL. */
export type FilterName = keyof typeof FILTERS;

/** A member of a filter, as the schema describes it. */
export interface Member {
  readonly kind: string;
  readonly says: string;
  readonly values?: readonly string[];
}

/** The kinds of members that have a field of their own; an amount needs a currency, and a moment a choice of ages. */
const KINDS = ['partnerId', 'currency', 'choice', 'text', 'day'] as const;
export type FieldKind = (typeof KINDS)[number];

/** Whether a filter has a member. */
export const hasMember = (name: FilterName, member: string): boolean => Object.hasOwn(FILTERS[name], member);

/** The members of a filter that have a field, each with its kind. */
export function fieldsOf(name: FilterName) {
  const members: readonly (readonly [string, Member])[] = Object.entries(FILTERS[name]);
  return members.flatMap(([member, of]) => {
    const kind = KINDS.find((each) => each === of.kind);
    return kind === undefined ? [] : [{ member, kind, of }];
  });
}

/** The parameter of the address that holds a member. */
const parameterOf = (member: string): string => (member === 'partnerId' ? 'partner' : member);

/** The filter in the address, as its query takes it. An address may have been typed, so the gateway checks it. */
export function filterHere(name: FilterName): Readonly<Record<string, string>> {
  const { query } = place.value;
  return Object.fromEntries(
    fieldsOf(name).flatMap(({ member }) => {
      const value = query.get(parameterOf(member)) ?? '';
      return value === '' ? [] : [[member, value]];
    }),
  );
}
