import {
  type GraphQLInputType,
  getNullableType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** How a screen asks for a member of a filter, by the name of its scalar. */
const KINDS: Readonly<Record<string, string>> = {
  LocalDate: 'day',
  DateTime: 'moment',
  Int: 'number',
  SafeInt: 'amount',
  Boolean: 'flag',
};

/**
 * Writes the table of the members of each filter of a list, for the screens of the console. The schema has them from the
 * tables of filters beside the nouns, so no screen describes a filter again.
 */
export function plugin(schema: GraphQLSchema): string {
  const filters = Object.values(schema.getTypeMap()).flatMap((type) =>
    isInputObjectType(type) && type.name.endsWith('Filter') ? [type] : [],
  );
  const table = filters
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((type) => {
      const members = Object.values(type.getFields()).map(
        ({ name, type: of, description }) =>
          [name, { ...kindOf(name, of), says: description ?? '' }] as const,
      );
      return [type.name, Object.fromEntries(members)] as const;
    });
  return `export const FILTERS = ${JSON.stringify(Object.fromEntries(table), null, 2)} as const;\n`;
}

function kindOf(name: string, type: GraphQLInputType) {
  const member = getNullableType(type);
  const one = isListType(member) ? getNullableType(member.ofType) : member;
  if (isEnumType(one)) return { kind: 'choice', values: one.getValues().map((value) => value.name) };
  if (name === 'partnerId' || name === 'currency') return { kind: name };
  return { kind: KINDS[String(one)] ?? 'text' };
}
