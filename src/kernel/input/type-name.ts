import { z } from 'zod';

const names = z.registry<{ readonly name: string }>();

/**
 * Gives a schema the name that its type has in GraphQL: of a scalar (`EmailAddress`), an enum, or an input object
 * without an OpenAPI component. A schema without a name gets its type by its kind: `String`, `Int`, `Float`, `Boolean`.
 */
export function typeNamed<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.add(schema, { name });
  return schema;
}

/** The name that a schema was given, also before it was refined. */
export const typeNameOf = (schema: z.ZodType): string | undefined => names.get(schema)?.name;
