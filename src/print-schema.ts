import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { gatewaySchema } from './features.ts';

/**
 * The schema as the text of `schema.graphql`. It is sorted, so the order of definitions in the code does not matter.
 */
export function printGateway(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) process.stdout.write(printGateway(gatewaySchema()));
