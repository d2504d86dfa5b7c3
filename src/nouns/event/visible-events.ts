import type { EventType } from '../../trail/record/event-types.ts';
import { isWithheld, withheld } from '../../trail/record/withheld.ts';
import type { Caller } from '../../kernel/caller.ts';

/**
 * The requested types that the caller may see. An empty list means all types; null means that it may see none of the
 * requested types.
 */
export function typesFor(caller: Caller, types: readonly EventType[]): readonly EventType[] | null {
  if (caller.role === 'operator' || types.length === 0) return types;
  const shown = types.filter((type) => !isWithheld(type));
  return shown.length === 0 ? null : shown;
}

/**
 * The names under which events of a subject or a partner are stored. Events for operators only have a separate name.
 */
export const storedNamesOf = ({ role }: Caller, name: string): readonly string[] =>
  role === 'operator' ? [name, withheld(name)] : [name];
