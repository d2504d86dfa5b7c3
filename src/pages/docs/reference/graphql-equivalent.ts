import { type GraphQLField, parse, print } from 'graphql';
import type { Example } from '../../../api/examples/examples.ts';
import { block, cell, json, parts, table } from './markdown-table.ts';

export type Field = GraphQLField<unknown, unknown>;

/** A root field, with an example of it. */
export function graphqlEquivalent(field: Field | undefined, { graphql }: Example): string {
  return parts(
    `**GraphQL** \`${graphql.field}\``,
    field?.description ?? null,
    field === undefined ? null : argumentsTable(field),
    block('graphql', print(parse(graphql.document))),
    'Its variables:',
    json(graphql.variables),
    field === undefined ? null : `The response; the field is \`${String(field.type)}\`:`,
    json(graphql.answer),
  );
}

/** A root field that only GraphQL has, in short. */
export const fieldRow = (type: string, field: Field): readonly string[] => [
  `\`${type}.${field.name}\``,
  field.args.map((argument) => `\`${argument.name}: ${String(argument.type)}\``).join(', '),
  `\`${String(field.type)}\``,
  cell(field.description ?? ''),
];

function argumentsTable({ args }: Field): string | null {
  if (args.length === 0) return null;
  return table(
    ['Argument', 'Type', 'Meaning'],
    args.map((argument) => [
      `\`${argument.name}\``,
      `\`${String(argument.type)}\``,
      cell(argument.description ?? ''),
    ]),
  );
}
