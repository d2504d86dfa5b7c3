import { z } from 'zod';
import { type Path, type Problem, PROBLEMS_MAX } from '../../kernel/errors.ts';
import { holdsFreeJson } from '../../kernel/json/free-json.ts';
import { JSON_VALUES_MAX } from '../../kernel/json/reader.ts';
import { JsonText } from '../../kernel/json/text.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { unwrapped } from '../../kernel/input/schema-shape.ts';

/** Characters shown of a name that a client chose, which can have any length; enough to find it. */
const NAME_SHOWN_MAX = 100;

export const shownName = (name: string): string => name.slice(0, NAME_SHOWN_MAX).toWellFormed();

/** Bodies with more values than are read; the values beyond the limit are missing in them. */
const truncatedBodies = new WeakSet<object>();
export const markTruncated = (body: object): void => void truncatedBodies.add(body);
export const isTruncated = (body: object): boolean => truncatedBodies.has(body);

interface Survey {
  /** The input without unknown members and with every list cut to its limit. */
  readonly known: unknown;
  /** Unknown members, up to a limit. */
  readonly unknown: readonly Problem[];
  /** The number of all unknown members. */
  readonly unknownCount: number;
  /** Values that are too large to be validated. */
  readonly oversized: readonly Problem[];
}

/**
 * Compares input with its schema before validation: finds unknown members, and cuts what is larger than the schema
 * allows, so that validating a million items costs no more than a hundred.
 */
export function surveyInput(schema: z.ZodType, raw: unknown): Survey {
  const survey = new Surveyor();
  const known = survey.walk(schema, raw, []);
  const { unknown, unknownCount, oversized } = survey;
  if (typeof raw === 'object' && raw !== null && isTruncated(raw) && unknownCount === 0) {
    oversized.push(invalid([], `The body has more than ${JSON_VALUES_MAX} values.`));
  }
  return { known, unknown, unknownCount, oversized };
}

class Surveyor {
  readonly unknown: Problem[] = [];
  readonly oversized: Problem[] = [];
  unknownCount = 0;

  walk(schema: z.ZodType, value: unknown, path: Path): unknown {
    if (typeof value !== 'object' || value === null || holdsFreeJson(schema)) return value;
    const shape = unwrapped(schema);
    if (shape instanceof z.ZodArray) return this.#list(shape, value, path);
    if (shape instanceof z.ZodObject) return this.#object(shape, value, path);
    return value;
  }

  #list(schema: z.ZodArray, value: object, path: Path): unknown {
    const max = itemsMax(schema);
    const isTooLong = Array.isArray(value) ? value.length > max : value instanceof JsonText;
    if (isTooLong) this.oversized.push(invalid(path, `must have at most ${max} items`));
    if (!Array.isArray(value)) return value;
    const { element } = schema;
    const items = isTooLong ? value.slice(0, max) : value;
    return element instanceof z.ZodType
      ? items.map((item, index) => this.walk(element, item, [...path, index]))
      : items;
  }

  #object(schema: z.ZodObject, value: object, path: Path): unknown {
    if (Array.isArray(value)) return value;
    if (value instanceof JsonText) {
      this.oversized.push(invalid(path, `must be an object of no more than ${JSON_VALUES_MAX} values`));
      return value;
    }
    const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    const members: [string, unknown][] = [];
    let isWhole = true;
    for (const [name, member] of Object.entries(value)) {
      const own = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      if (!(own instanceof z.ZodType) && !isOpen) {
        this.#noteUnknown(schema, name, path);
        isWhole = false;
        continue;
      }
      // Most members are texts and numbers, for which no path need be made.
      const isWalked = own instanceof z.ZodType && typeof member === 'object' && member !== null;
      const known = isWalked ? this.walk(own, member, [...path, name]) : member;
      members.push([name, known]);
      isWhole &&= known === member;
    }
    // Mostly nothing was cut, and a copy would be the same.
    return isWhole ? value : Object.fromEntries(members);
  }

  #noteUnknown({ shape }: z.ZodObject, name: string, path: Path): void {
    this.unknownCount += 1;
    if (this.unknown.length < PROBLEMS_MAX) this.unknown.push(unknownMember(path, name, Object.keys(shape)));
  }
}

/** The most items of a list, by its schema. */
export function itemsMax(schema: z.ZodArray): number {
  const bounds = (schema.def.checks ?? []).flatMap((check) =>
    check instanceof z.core.$ZodCheckMaxLength ? [check._zod.def.maximum] : [],
  );
  return Math.min(...bounds);
}

/** The problem of an unknown member, with a suggestion where a known name is similar. */
export function unknownMember(path: Path, name: string, known: readonly string[]): Problem {
  const suggestion = nearestName(name, known);
  return {
    code: 'parameter_unknown',
    path: [...path, shownName(name)],
    says: 'is not a known member',
    ...(suggestion !== null && { suggestion }),
  };
}

const invalid = (path: Path, says: string): Problem => ({ code: 'parameter_invalid', path, says });
