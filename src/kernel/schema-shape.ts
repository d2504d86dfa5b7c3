import { z } from 'zod';

/** The schema inside its optional, nullable, default and transform wrappers: an object, a list or a scalar. */
export function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap());
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  return unwrapped(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
}
