import { z } from 'zod';
import type { JsonFlaw } from './scanner.ts';
import { flawsIn } from './reader.ts';
import { JsonText, jsonTextOf } from './text.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';

/** A registry, because it also knows the copy that `describe` makes of a schema. */
const freeJson = z.registry<{ readonly isFree: true }>();

/** Whether a schema takes free JSON: any object. The gateway neither checks nor uses its members. */
export const isFreeJson = (schema: z.ZodType): boolean => freeJson.get(schema)?.isFree === true;

/**
 * Any object, in JSON Schema. That further members are allowed goes without saying there, but generators want it said:
 * the types of openapi-typescript would let no member pass, and a client of Kubb would send an empty object.
 */
export const FREE_OBJECT = { type: 'object', additionalProperties: true };

/** Any JSON object up to a size in bytes, kept as its source text. */
export function jsonObjectField(bytesMax: number) {
  const schema = z
    .custom<object>(
      (value) => (value instanceof JsonText ? value.isObject : isObject(value)),
      'must be a JSON object',
    )
    .meta(FREE_OBJECT)
    .transform((value, { issues }): JsonText => {
      const json = jsonTextOf(value);
      const bytes = Buffer.byteLength(json.text);
      if (bytes > bytesMax) {
        const message = `must have at most ${bytesMax / 1_024} KiB (${bytesMax} bytes) as JSON`;
        issues.push({ code: 'custom', message, input: value });
      } else if (!json.isChecked) {
        // It has a code, because no value is found at a path inside a text, and the value would seem to be missing.
        const params = { code: 'parameter_invalid' };
        for (const { kind, path } of flawsIn(json)) {
          issues.push({
            code: 'custom',
            message: FLAW_MESSAGES[kind],
            input: value,
            path: [...path],
            params,
          });
        }
      }
      return json;
    });
  freeJson.add(schema, { isFree: true });
  return typeNamed('JSONObject', schema);
}

export const FLAW_MESSAGES: Readonly<Record<JsonFlaw['kind'], string>> = {
  depth: 'must not nest deeper than 32 levels',
  number: 'must not have a number that is too large to be read',
  text: 'must not contain NUL or unpaired surrogates',
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
