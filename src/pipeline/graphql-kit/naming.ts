import { z } from 'zod';
import { JsonText } from '../../engine/json/text.ts';
import { unwrapped } from '../../kernel/input/schema-shape.ts';

/**
 * Members with another name in GraphQL. Clients cache by `id`, so only records have an `id` in GraphQL. Operations name
 * the id of a record `customer_id`; their plain `id` is the number of an identity document.
 */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['id', 'number']]);

/** The name in GraphQL of a member of an operation: `registered_address` becomes `registeredAddress`. */
export const graphqlName = (name: string): string => OTHER_NAMES.get(name) ?? camelCase(name);

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** `hk` becomes `Hk`, the beginning of a GraphQL type name. */
export function pascalCase(name: string): string {
  const camel = camelCase(name.toLowerCase());
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

export type EnumValues<Word extends string> = Record<
  string,
  { readonly value: Word; readonly description: string }
>;

/** The members of a GraphQL enum: each word in upper case, with the word of the operation as its value. */
export function enumValues<Word extends string>(
  words: readonly Word[],
  meaningOf: (word: Word) => string,
): EnumValues<Word> {
  const values: EnumValues<Word> = {};
  for (const value of words) values[value.toUpperCase()] = { value, description: meaningOf(value) };
  return values;
}

/** Like `enumValues`, for a table that describes each word. */
export function describedValues<Word extends string>(
  meanings: Readonly<Record<Word, string>>,
): EnumValues<Word> {
  const values: EnumValues<Word> = {};
  for (const value in meanings) values[value.toUpperCase()] = { value, description: meanings[value] };
  return values;
}

type Members = ReadonlyMap<string, { readonly name: string; readonly member: z.ZodType }>;

/** The members of an object by their names in GraphQL, kept because a list has many objects of one schema. */
const membersOf = new WeakMap<z.ZodObject, Members>();

function namesOf(schema: z.ZodObject): Members {
  let names = membersOf.get(schema);
  if (names === undefined) {
    names = new Map(
      Object.entries(schema.shape).flatMap(([name, member]) =>
        member instanceof z.ZodType ? [[graphqlName(name), { name, member }] as const] : [],
      ),
    );
    membersOf.set(schema, names);
  }
  return names;
}

/**
 * A GraphQL argument in the names of its operation. Only members that the schema knows are renamed; names inside free
 * JSON stay.
 */
export function toOperationNames(schema: z.ZodType, value: unknown): unknown {
  const known = unwrapped(schema);
  if (typeof value !== 'object' || value === null || value instanceof JsonText) return value;
  if (known instanceof z.ZodArray && Array.isArray(value)) {
    const item = known.element;
    return item instanceof z.ZodType ? value.map((each) => toOperationNames(item, each)) : value;
  }
  if (!(known instanceof z.ZodObject) || Array.isArray(value)) return value;
  const names = namesOf(known);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const own = names.get(key);
      return own === undefined ? [key, member] : [own.name, toOperationNames(own.member, member)];
    }),
  );
}

/** The members of a filter that have a value. Null means no filter, as if the member were absent. */
export function withoutNulls<Filter extends object>(filter: Filter): Partial<Filter> {
  const members = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined);
  // Every member of a partial object may be missing, so an empty object is a valid start.
  const partial: Partial<Filter> = {};
  return Object.assign(partial, Object.fromEntries(members));
}
