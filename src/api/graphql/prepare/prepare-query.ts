import type { Requirement } from '../../../pipeline/graphql-kit/requirement.ts';
import { getOperationAST, type OperationDefinitionNode } from 'graphql';
import { type Cost, costOf } from '../limits/cost.ts';
import { type Query, watchVariables } from '../document/operation-fields.ts';
import { type Need, needsOf, operationsOf } from './requirements.ts';

/** Facts about an operation that are known before it runs. */
export interface Prepared extends Cost {
  readonly operation: OperationDefinitionNode;
  readonly needs: readonly Need[];
  /** The operations that it may run. */
  readonly runs: ReadonlySet<Requirement>;
}

/** Facts that do not depend on variables. Cached, because a document is parsed once and runs many times. */
const kept = new WeakMap<OperationDefinitionNode, Prepared>();

/** The cost of the operation of a valid document, and the permissions that it needs. */
export function prepareQuery({ schema, document, operationName, variables }: Query): Prepared {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new Error('A document without its operation is refused when it is parsed.');
  const known = kept.get(operation);
  if (known !== undefined) return known;
  const watched = watchVariables(operation, variables);
  const selected = { schema, document, operation };
  const needs = needsOf(selected, watched);
  const prepared = { operation, ...costOf(selected, watched), needs, runs: operationsOf(needs) };
  if (!watched.isRead()) kept.set(operation, prepared);
  return prepared;
}
