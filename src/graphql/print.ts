import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { createGatewaySchema } from './schema.ts';

/** The schema as the text of `schema.graphql`, in an order that no code depends on. */
export function printGateway(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) process.stdout.write(printGateway(createGatewaySchema()));
