import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLNamedType,
  type GraphQLSchema,
  type DocumentNode,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { COST_MAX, INTROSPECTION_COST, LIST_ITEMS_ASSUMED, MUTATION_COST, PAGE_ITEMS_MAX } from './limits.ts';
import { refuseQuery } from './refusals.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Query {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Variables;
}

/**
 * Refuses an operation that would take too long. Every field costs 1 and what it selects. What a list selects is
 * counted once for each of its items: as many as `first` or `last` ask for, on the list or on the connection that it
 * is in. Throws QueryRefusal.
 */
export function refuseCostly({ schema, document, operationName, variables }: Query): void {
  const operation = getOperationAST(document, operationName);
  if (operation && costOf(schema, document, operation, variables) > COST_MAX) {
    throw refuseQuery(
      'query_too_complex',
      `The query costs more than ${COST_MAX}; ask for fewer fields or smaller pages.`,
    );
  }
}

/** Costs that no variable has a part in. A document is parsed once and run many times. */
const fixedCosts = new WeakMap<OperationDefinitionNode, number>();

function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fixed = fixedCosts.get(operation);
  if (fixed !== undefined) return fixed;
  const pages = readPages(operation, variables);
  const root = schema.getRootType(operation.operation) ?? undefined;
  const cost = sumOf({ schema, document, itemsAskedBy: pages.itemsAskedBy })(
    operation.selectionSet,
    root,
    null,
  );
  if (!pages.variablesRead()) fixedCosts.set(operation, cost);
  return cost;
}

function readPages(operation: OperationDefinitionNode, variables: Variables) {
  let read = false;
  const valueOf = (name: string): unknown => {
    read = true;
    if (Object.hasOwn(variables, name)) return variables[name];
    const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return definition?.defaultValue?.kind === Kind.INT ? Number(definition.defaultValue.value) : null;
  };
  return {
    variablesRead: () => read,
    itemsAskedBy: (field: FieldNode): number | null => {
      const page = field.arguments?.find(
        ({ name }) => name.value === 'first' || name.value === 'last',
      )?.value;
      if (page === undefined) return null;
      const items =
        page.kind === Kind.VARIABLE
          ? valueOf(page.name.value)
          : page.kind === Kind.INT
            ? Number(page.value)
            : null;
      return typeof items === 'number' ? Math.min(Math.max(items, 1), PAGE_ITEMS_MAX) : null;
    },
  };
}

interface Setting {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  itemsAskedBy(field: FieldNode): number | null;
}

/** The cost of a selection on a type, inside a connection of so many items or (null) inside none. */
type Sum = (selection: SelectionSetNode, type: GraphQLNamedType | undefined, items: number | null) => number;

function sumOf({ schema, document, itemsAskedBy }: Setting): Sum {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Fragments that spread one another twice each would otherwise take exponential time to add up.
  const known = new Map<string, number>();
  const ofFragment = (name: string, items: number | null): number => {
    const key = `${name} ${items}`;
    const fragment = fragments.get(name);
    const cost = known.get(key) ?? (fragment ? sum(fragment.selectionSet, typeNamed(fragment), items) : 0);
    known.set(key, cost);
    return cost;
  };
  const typeNamed = (fragment: FragmentDefinitionNode) => schema.getType(fragment.typeCondition.name.value);

  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, items: number | null): number => {
    const name = field.name.value;
    if (name === '__typename') return 0;
    if (name === '__schema' || name === '__type') return INTROSPECTION_COST;
    const type = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined;
    const weight = parent !== undefined && parent === schema.getMutationType() ? MUTATION_COST : 1;
    if (field.selectionSet === undefined || type === undefined) return weight;
    const asked = itemsAskedBy(field);
    const below = getNamedType(type);
    if (!isListType(getNullableType(type))) return weight + sum(field.selectionSet, below, asked);
    return weight + (asked ?? items ?? LIST_ITEMS_ASSUMED) * sum(field.selectionSet, below, null);
  };

  const sum: Sum = ({ selections }, type, items) =>
    selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type, items);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, items);
        const condition = selection.typeCondition;
        return sum(selection.selectionSet, condition ? schema.getType(condition.name.value) : type, items);
      })
      .reduce((total, cost) => total + cost, 0);
  return sum;
}
