import {
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { RawArguments } from '../../../pipeline/graphql-kit/field-facts.ts';
import type { Requirement } from '../../../pipeline/graphql-kit/requirement.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { OperationError } from '../../../kernel/errors.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { authorize, requireSandbox } from '../../../pipeline/precheck.ts';
import { valueOfLiteral } from '../document/literal-value.ts';
import {
  fragmentsOf,
  isSelected,
  type WatchedVariables,
  type SelectedOperation,
} from '../document/operation-fields.ts';
import { QueryRefusal, refuseQuery } from '../document/refusals.ts';

/** The permission that a selected field requires of the caller. */
export interface Need {
  readonly field: FieldNode;
  /** The operation that it may run; null if the whole field is for operators. */
  readonly requirement: Requirement | null;
}

type Supplied = readonly string[];
const NOTHING: Supplied = [];

/** The requirements of all fields of an operation, without duplicates. */
export function needsOf(
  { schema, document, operation }: SelectedOperation,
  variables: WatchedVariables,
): readonly Need[] {
  const fragments = fragmentsOf(document);
  const seen = new Set<string>();
  const needs = new Map<Requirement | null, FieldNode>();

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, supplied: Supplied): void => {
    for (const type of typesOf(schema, parent)) {
      const definition = schema.getField(type, field.name.value);
      if (definition === undefined) continue;
      const { runs = [], operatorOnly = false, supplies = NOTHING, forOperators } = definition.extensions;
      const operators = forOperators?.when(argumentsOf(field, variables)) === true;
      const run = supplied.includes(field.name.value)
        ? []
        : [...runs, ...(operators ? forOperators.runs : [])];
      for (const requirement of operatorOnly || operators ? [null, ...run] : run) {
        if (!needs.has(requirement)) needs.set(requirement, field);
      }
      if (type === parent && field.selectionSet !== undefined)
        ofSelection(field.selectionSet, getNamedType(definition.type), supplies);
    }
  };
  const ofSelection = (
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType | undefined,
    supplied: Supplied,
  ): void => {
    for (const selection of selections) {
      if (!isSelected(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) ofField(selection, parent, supplied);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition;
        ofSelection(
          selection.selectionSet,
          condition ? schema.getType(condition.name.value) : parent,
          supplied,
        );
      } else {
        const fragment = fragments.get(selection.name.value);
        const name = [selection.name.value, ...supplied].join(' ');
        if (fragment === undefined || seen.has(name)) continue;
        seen.add(name);
        ofSelection(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), supplied);
      }
    }
  };
  ofSelection(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, NOTHING);
  return [...needs].map(([requirement, field]) => ({ requirement, field }));
}

/** The arguments of a field as sent: enough to see which are present. */
function argumentsOf({ arguments: args = [] }: FieldNode, { valueOf }: WatchedVariables): RawArguments {
  return Object.fromEntries(args.map(({ name, value }) => [name.value, valueOfLiteral(value, valueOf)]));
}

/** A type and, if it is abstract, its possible types. */
function typesOf(schema: GraphQLSchema, parent: GraphQLNamedType | undefined) {
  const possible = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
  return isObjectType(parent) || isInterfaceType(parent) ? [parent, ...possible] : possible;
}

/**
 * Refuses the whole document if the caller lacks permission for one field, so nothing changes without a visible result.
 * Throws a GraphQLError around `permission_denied`, with the position of the field.
 */
export function refuseForbidden(
  needs: readonly Need[],
  { caller, gateway }: { readonly caller: Caller; readonly gateway: Pick<Gateway, 'policy'> },
): void {
  for (const need of needs) {
    try {
      if (need.requirement !== null) requireSandbox(gateway, need.requirement);
      requirePermission(need, caller);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const originalError = new QueryRefusal(error.problems, { cause: error.cause });
      throw new GraphQLError(originalError.message, { nodes: need.field, originalError });
    }
  }
}

/** Throws `permission_denied` if the caller may not have a field. */
export function requirePermission({ requirement }: Pick<Need, 'requirement'>, caller: Caller): void {
  if (requirement !== null) authorize(requirement, caller);
  else if (caller.role !== 'operator')
    throw refuseQuery('permission_denied', 'The role of this API key does not allow this field.');
}

/** The operations that a GraphQL operation may run. */
export function operationsOf(needs: readonly Need[]): ReadonlySet<Requirement> {
  return new Set(needs.flatMap(({ requirement }) => requirement ?? []));
}
