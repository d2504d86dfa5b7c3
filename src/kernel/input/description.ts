import { z } from 'zod';
import { ID_MEANINGS } from '../nouns.ts';
import { layersOf } from './schema-shape.ts';

/** The meanings of members that many views share, by name. */
const SHARED_MEANINGS: ReadonlyMap<string, string> = new Map([
  ...ID_MEANINGS,
  ['created_at', 'When it was created, in UTC.'],
  ['updated_at', 'When it last changed, in UTC.'],
  ['currency', 'ISO 4217, such as HKD.'],
]);

/** The description of a member by its name in any view; undefined if the name alone does not tell. */
export const sharedMeaning = (member: string): string | undefined => SHARED_MEANINGS.get(member);

/** The description of a schema, or of the outermost described schema inside it. */
export const descriptionOf = (schema: unknown): string | undefined =>
  firstOf(schema, (layer) => z.globalRegistry.get(layer)?.description);

/** The first value that is found at a schema or at a schema inside it. */
export function firstOf<Found>(
  schema: unknown,
  find: (layer: z.ZodType) => Found | undefined,
): Found | undefined {
  for (const layer of layersOf(schema)) {
    const found = layer instanceof z.ZodType ? find(layer) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Describes the members of a view. A member without a description gets the description of the same member of an
 * input, or else the general one of its name. So both APIs use the same words for input and output.
 */
export function describedBy<View extends z.ZodObject>(input: z.ZodObject | null, view: View): View {
  for (const [name, member] of Object.entries<z.ZodType>(view.shape)) {
    const description = descriptionOf(input?.shape[name]) ?? sharedMeaning(name);
    const own = z.globalRegistry.get(member);
    if (description !== undefined && own?.description === undefined)
      z.globalRegistry.add(member, { ...own, description });
  }
  return view;
}
