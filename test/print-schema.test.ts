import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../src/features.ts';
import { printGateway } from '../src/print-schema.ts';

test('schema.graphql is what the builder prints', () => {
  const checkedIn = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
  expect(printGateway(gatewaySchema())).toBe(checkedIn);
});

test('everything in the schema has a description', () => {
  expect(undescribed(gatewaySchema())).toEqual([]);
});

test.each([
  ['type Query { a: Int }', ['schema', 'Query', 'Query.a']],
  ['"""A."""\nschema { query: Query }\ntype Query { a: Int }', ['Query', 'Query.a']],
  ['"""A."""\ntype Query { """B.""" a(b: Int): Int }', ['schema', 'Query.a(b:)']],
  ['"""A."""\ntype Query { """B.""" a: A }\n"""C."""\nenum A { B }', ['schema', 'A.B']],
  [
    '"""A."""\ntype Query { """B.""" a("""C.""" a: A): Int }\n"""C."""\ninput A { b: Int }',
    ['schema', 'A.b'],
  ],
])('%s lacks descriptions', (text, at) => {
  expect(undescribed(buildSchema(text))).toEqual(at);
});

test('a schema is printed in one order, whichever it was written in', () => {
  const one = 'type Query { b(y: Int, x: Int): B, a: Int } type B { a: Int } enum A { Z Y }';
  const other = 'enum A { Y Z } type B { a: Int } type Query { a: Int, b(x: Int, y: Int): B }';
  expect(printGateway(buildSchema(one))).toBe(printGateway(buildSchema(other)));
  expect(printGateway(buildSchema(one))).toMatch(/^enum A \{\n {2}Y\n {2}Z\n\}\n[^]*\}\n$/);
});

interface Part {
  readonly at: string;
  readonly description?: string | null | undefined;
}

/** The schema itself, its types, fields, arguments and enum values, if they have no description. */
function undescribed(schema: GraphQLSchema): readonly string[] {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): readonly Part[] => [{ at: type.name, description: type.description }, ...partsOf(type)]);
  return [{ at: 'schema', description: schema.description }, ...types]
    .filter(({ description }) => (description ?? '').trim() === '')
    .map(({ at }) => at);
}

function partsOf(type: GraphQLNamedType): readonly Part[] {
  const at = (name: string) => `${type.name}.${name}`;
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => ({ at: at(name), description }));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map(({ name, description }) => ({ at: at(name), description }));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }) => [
    { at: at(name), description },
    ...args.map((argument) => ({ at: at(`${name}(${argument.name}:)`), description: argument.description })),
  ]);
}
