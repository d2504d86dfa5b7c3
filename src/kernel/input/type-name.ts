import { z } from 'zod';

const names = z.registry<{ readonly name: string }>();

/**
 * Names the GraphQL type of a schema: a scalar (`EmailAddress`), an enum, or an input object without an OpenAPI
 * component. Without a name the kind of the schema decides: `String`, `Int`, `Float`, `Boolean`.
 */
export function typeNamed<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.add(schema, { name });
  return schema;
}

/** The name that a schema was given, even if it was given before a refinement. */
export const typeNameOf = (schema: z.ZodType): string | undefined => names.get(schema)?.name;
