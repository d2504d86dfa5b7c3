import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Workload } from '../../../pipeline/limits/load.ts';
import { isPage } from './cost.ts';

/**
 * The kind of work that an overloaded gateway may refuse. Null for changes, because they are never refused for
 * overload. A document that lists anything, or asks for a `node`, counts as a list.
 */
export function workloadOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation }: OperationDefinitionNode,
): Workload | null {
  if (operation === 'mutation') return null;
  let isList = false;
  const types = new TypeInfo(schema);
  const visitor = {
    [Kind.FIELD]() {
      const field = types.getFieldDef();
      if (field !== undefined && field !== null && (isPage(field) || field.name === 'node')) isList = true;
    },
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return isList ? 'list' : 'read';
}
