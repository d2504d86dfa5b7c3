import { z } from 'zod';
import type { JsonSchema, SchemaBook } from '../../../api/rest/openapi/schemas.ts';
import { cell, parts, table } from './markdown-table.ts';

/** The parts of a JSON Schema that the reference reads. */
const Shape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
  get items() {
    return Shape.optional();
  },
  get anyOf() {
    return z.array(Shape).optional();
  },
  get properties() {
    return z.record(z.string(), Shape).optional();
  },
  required: z.array(z.string()).optional(),
});
type Shape = z.infer<typeof Shape>;

export const shapeOf = (schema: JsonSchema): Shape => Shape.parse(schema);

/** The members of an object as a table; null if there are none. */
export function membersTable(schema: JsonSchema, at = ''): string | null {
  const rows = memberRows(shapeOf(schema), at);
  return rows.length === 0 ? null : table(['Member', 'Takes', 'Required', 'Meaning'], rows);
}

/** The types of a book, each with the table of its members. */
export function* typesOf({ components }: SchemaBook): Generator<string, void> {
  for (const [name, schema] of Object.entries(components)) {
    const members = membersTable(schema);
    if (members !== null) yield parts(`### ${name}`, members);
  }
}

/** A row for each member, followed by the rows of its own members; their names begin with its path. */
function memberRows({ properties = {}, required = [] }: Shape, at: string): string[][] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = `${at}${name}`;
    const own = [
      `\`${path}\``,
      cell(typeInWords(member)),
      required.includes(name) ? 'yes' : '',
      cell(member.description ?? ''),
    ];
    const inner = member.items ?? member;
    return [own, ...memberRows(inner, `${path}${member.items === undefined ? '.' : '[].'}`)];
  });
}

/** What a value may be, in words. Types with a name are linked. */
export function typeInWords(shape: Shape): string {
  const { $ref, anyOf, enum: words, const: only } = shape;
  if ($ref !== undefined) return typeLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (anyOf !== undefined) return anyOf.map(typeInWords).join(' or ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(', ');
  const types = [shape.type ?? 'anything'].flat();
  return types.map((type) => plainType(type, shape)).join(' or ');
}

function plainType(type: string, shape: Shape): string {
  const { items, minItems = 0, maxItems } = shape;
  if (type === 'array') {
    const least = minItems > 0 ? `${minItems} to` : 'at most';
    const bound = maxItems === undefined ? 'list' : `list of ${least} ${maxItems}`;
    return items === undefined ? bound : `${bound}: ${typeInWords(items)}`;
  }
  if (type === 'string')
    return shape.format ?? `text${range(shape.minLength, shape.maxLength, ' characters')}`;
  if (type === 'integer' || type === 'number') return `${type}${range(shape.minimum, shape.maximum, '')}`;
  return type;
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined || max === Number.MAX_SAFE_INTEGER)
    return min === undefined ? '' : `, at least ${min}${unit}`;
  return min === undefined ? `, at most ${max}${unit}` : `, ${min} to ${max}${unit}`;
}

export const typeLink = (name: string): string => `[${name}](#${name.toLowerCase()})`;
