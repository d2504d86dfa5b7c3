import { z } from 'zod';
import { firstOf } from './description.ts';

/** A unit that people write: a rate in percent too, such as 0.15%, and seconds as a duration, such as 24h. */
type Unit = 'rate' | 'seconds';

const units = z.registry<{ readonly unit: Unit }>();

/** Says in which unit a number is, for the command line. */
export function inUnit<Schema extends z.ZodType>(unit: Unit, schema: Schema): Schema {
  units.add(schema, { unit });
  return schema;
}

/** The unit of a schema, or of one that it wraps; undefined if it has none. */
export const unitOf = (schema: unknown): Unit | undefined =>
  firstOf(schema, (layer) => units.get(layer)?.unit);
