import { z } from 'zod';

/**
 * A schema and the schemas that it wraps, from the outside in. Wrappers say that a value may be absent, or how it is
 * read. The last schema describes the value itself: an object, a list, or a scalar.
 */
export function layersOf(schema: unknown): readonly unknown[] {
  const inner = innerOf(schema);
  return inner === undefined ? [schema] : [schema, ...layersOf(inner)];
}

/** The schema inside its optional, nullable, default and transform wrappers: an object, a list or a scalar. */
export const unwrapped = (schema: unknown): unknown => layersOf(schema).at(-1);

function innerOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.unwrap();
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
}
