import type { Kysely } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { PromiseOrValue } from '../../engine/async/promise-or-value.ts';

/**
 * Maps the views of a response to the bodies of the first interface, for a partner with the setting `v1_members:
 * interface`. A list maps all of its items at once.
 */
export type InterfaceBodies<View> = (
  views: readonly View[],
  db: Kysely<Tables>,
) => PromiseOrValue<readonly unknown[]>;

/** Whether the bodies for a caller have only the members that the first interface named. */
export const wantsInterface = ({ v1Members }: Pick<Caller, 'v1Members'>): boolean =>
  v1Members === 'interface';

/** The members of a view that the first interface named, in its order. A member that a view lacks is left out. */
export const onlyMembers =
  <View extends object>(names: readonly (keyof View & string)[]) =>
  (view: View): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.flatMap((name) => (name in view ? [[name, view[name]] as const] : [])));

/** Bodies that differ from the views only in their members. */
export const onlyMembersOf = <View extends object>(
  names: readonly (keyof View & string)[],
): InterfaceBodies<View> => {
  const only = onlyMembers<View>(names);
  return (views) => views.map(only);
};
