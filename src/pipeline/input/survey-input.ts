import { z } from 'zod';
import { type Path, type Problem, PROBLEMS_MAX } from '../../kernel/errors.ts';
import { holdsFreeJson } from '../../engine/json/free-json.ts';
import { JSON_VALUES_MAX } from '../../engine/json/reader.ts';
import { shownName } from '../../engine/json/shown-name.ts';
import { isTruncated } from '../../engine/json/truncated-bodies.ts';
import { JsonText } from '../../engine/json/text.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { unwrapped } from '../../kernel/input/schema-shape.ts';

interface Survey {
  /** The input without unknown members. Every list is cut to its limit. */
  readonly known: unknown;
  /** Unknown members, up to a limit. */
  readonly unknown: readonly Problem[];
  /** The number of all unknown members, also beyond the limit. */
  readonly unknownCount: number;
  /** Values that are too large to be validated. */
  readonly oversized: readonly Problem[];
}

/**
 * Compares input with its schema before validation. It finds unknown members, and cuts values that are larger than the
 * schema allows. So a million items cost no more to validate than a hundred.
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
    if (typeof value !== 'object' || value === null) return value;
    const form = formOf(schema);
    if (form === null) return value;
    return 'itemsMax' in form ? this.#list(form, value, path) : this.#object(form, value, path);
  }

  #list({ itemsMax: max, item }: ListForm, value: object, path: Path): unknown {
    const isTooLong = Array.isArray(value) ? value.length > max : value instanceof JsonText;
    if (isTooLong) this.oversized.push(invalid(path, `must have at most ${max} items`));
    if (!Array.isArray(value)) return value;
    const items = isTooLong ? value.slice(0, max) : value;
    return item === null ? items : items.map((each, index) => this.walk(item, each, [...path, index]));
  }

  #object(form: ObjectForm, value: object, path: Path): unknown {
    if (Array.isArray(value)) return value;
    if (value instanceof JsonText) {
      this.oversized.push(invalid(path, `must be an object of no more than ${JSON_VALUES_MAX} values`));
      return value;
    }
    const members: [string, unknown][] = [];
    let isWhole = true;
    for (const [name, given] of Object.entries(value)) {
      const schema = form.members.get(name);
      if (schema === undefined && !form.isOpen) {
        this.#noteUnknown(form, name, path);
        isWhole = false;
        continue;
      }
      const member = schema === undefined ? given : this.walk(schema, given, [...path, name]);
      members.push([name, member]);
      isWhole &&= member === given;
    }
    // Most input is valid and needs no copy.
    return isWhole ? value : Object.fromEntries(members);
  }

  #noteUnknown({ members }: ObjectForm, name: string, path: Path): void {
    this.unknownCount += 1;
    if (this.unknown.length < PROBLEMS_MAX) this.unknown.push(unknownMember(path, name, [...members.keys()]));
  }
}

interface ListForm {
  readonly itemsMax: number;
  /** Null if the items are not surveyed. */
  readonly item: z.ZodType | null;
}

interface ObjectForm {
  readonly members: ReadonlyMap<string, z.ZodType>;
  /** Whether it may have further members. */
  readonly isOpen: boolean;
}

/**
 * The form of values by their schema, cached, because asking zod takes longer than the survey. Null for free JSON and
 * scalars.
 */
const forms = new WeakMap<z.ZodType, ListForm | ObjectForm | null>();

function formOf(schema: z.ZodType): ListForm | ObjectForm | null {
  let form = forms.get(schema);
  if (form === undefined)
    forms.set(schema, (form = holdsFreeJson(schema) ? null : readForm(unwrapped(schema))));
  return form;
}

function readForm(schema: unknown): ListForm | ObjectForm | null {
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return { itemsMax: itemsMax(schema), item: element instanceof z.ZodType ? element : null };
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const { shape, def } = schema;
  const members = Object.entries(shape).flatMap(([name, member]): [string, z.ZodType][] =>
    member instanceof z.ZodType ? [[name, member]] : [],
  );
  const isOpen = def.catchall !== undefined && !(def.catchall instanceof z.ZodNever);
  return { members: new Map(members), isOpen };
}

/** The most items of a list, by its schema. */
export function itemsMax(schema: z.ZodArray): number {
  const bounds = (schema.def.checks ?? []).flatMap((check) =>
    check instanceof z.core.$ZodCheckMaxLength ? [check._zod.def.maximum] : [],
  );
  return Math.min(...bounds);
}

/** The problem of an unknown member, with a suggestion if a known name is similar. */
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
