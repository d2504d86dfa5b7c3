import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

/** The schema as the text of `schema.graphql`, in an order that no code depends on. */
export function printGateway(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
