import { z } from 'zod';
import { isFreeJson } from './json-object-field.ts';

/** Names of the members of an object schema that hold free JSON (see `isFreeJson`). */
export function freeMembers(schema: z.ZodType): ReadonlySet<string> {
  if (!(schema instanceof z.ZodObject)) return new Set();
  return new Set(
    Object.entries(schema.shape).flatMap(([name, member]) => (holdsFreeJson(member) ? [name] : [])),
  );
}

/** Whether a schema takes free JSON, optional or not. */
export function holdsFreeJson(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  if (isFreeJson(schema)) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return holdsFreeJson(schema.unwrap());
  }
  return schema instanceof z.ZodPipe && holdsFreeJson(schema.in);
}
