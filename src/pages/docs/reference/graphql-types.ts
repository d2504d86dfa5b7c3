import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  type GraphQLEnumType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
} from 'graphql';
import { cell, parts, table } from './markdown-table.ts';
import { type Field, fieldRow } from './graphql-equivalent.ts';
import { isForOperators, rootFields } from './root-fields.ts';

/** The fields of the types of a noun, each type in a section. */
export function* graphqlTypes(schema: GraphQLSchema, names: readonly string[]): Generator<string, void> {
  yield '## Fields in GraphQL';
  for (const type of typesOf(schema, names)) {
    const rows = Object.values(type.getFields()).map((field) => {
      const [, takes, is, means] = fieldRow(type.name, field);
      return [
        `\`${field.name}\``,
        takes ?? '',
        is ?? '',
        isForOperators(field) ? 'operators' : 'all',
        means ?? '',
      ];
    });
    yield parts(
      `### ${type.name} in GraphQL`,
      type.description ?? null,
      table(['Field', 'Arguments', 'Is', 'For', 'Meaning'], rows),
    );
  }
}

/** The types of these names, and after an interface its own. */
function typesOf(
  schema: GraphQLSchema,
  names: readonly string[],
): (GraphQLInterfaceType | GraphQLObjectType)[] {
  const types = names.map((name) => schema.getType(name));
  return types.flatMap((type) => {
    if (isInterfaceType(type)) return [type, ...schema.getPossibleTypes(type)];
    return isObjectType(type) ? [type] : [];
  });
}

/** Each enum that a field of a noun has, with the meaning of its values. */
export function valuesOf(schema: GraphQLSchema, names: readonly string[]): string[] {
  const enums = new Set<GraphQLEnumType>();
  for (const type of typesOf(schema, names))
    for (const field of Object.values(type.getFields())) {
      const named: GraphQLNamedType = getNamedType(field.type);
      if (isEnumType(named)) enums.add(named);
    }
  return [...enums].map((each) =>
    parts(
      `### ${each.name}`,
      each.description ?? null,
      table(
        ['Value', 'Meaning'],
        each.getValues().map(({ name, description }) => [`\`${name}\``, cell(description ?? '')]),
      ),
    ),
  );
}

/** The root fields whose result is or holds a record of these types: name, readers, meaning. */
export function fieldsAbout(
  schema: GraphQLSchema,
  names: readonly string[],
): (readonly [field: string, who: string, means: string])[] {
  const own = new Set(typesOf(schema, names).map(({ name }) => name));
  return rootFields(schema)
    .filter(({ field }) => isAbout(field, own))
    .map(
      ({ type, field }) =>
        [
          `${type}.${field.name}`,
          isForOperators(field) ? 'operators' : 'all',
          field.description ?? '',
        ] as const,
    );
}

/** Whether the result is such a record, or a type between the root and the record: a connection, a payload. */
function isAbout(field: Field, own: ReadonlySet<string>): boolean {
  const result = getNamedType(field.type);
  if (own.has(result.name)) return true;
  if (!isObjectType(result) || 'id' in result.getFields()) return false;
  return Object.values(result.getFields()).some((each) => own.has(getNamedType(each.type).name));
}
