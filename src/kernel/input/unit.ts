import { z } from 'zod';
import { firstOf } from './description.ts';

/**
 * A unit that people may write in another form: a rate in percent (0.15%), and seconds as a duration (24h).
 */
type Unit = 'rate' | 'seconds';

const units = z.registry<{ readonly unit: Unit }>();

/** Sets the unit of a number, for the command line. */
export function inUnit<Schema extends z.ZodType>(unit: Unit, schema: Schema): Schema {
  units.add(schema, { unit });
  return schema;
}

/** The unit of a schema or of a schema inside it; undefined if there is none. */
export const unitOf = (schema: unknown): Unit | undefined =>
  firstOf(schema, (layer) => units.get(layer)?.unit);
