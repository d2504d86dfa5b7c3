import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { valueOfLiteral } from './literal-value.ts';

type Variables = Readonly<Record<string, unknown>>;

export interface Query {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Variables;
}

/** The operation of a document that a request selects. */
export interface SelectedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** The fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

export const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The variables of an operation. Records whether any was read: if not, the result is the same for every request. */
export function watchVariables(operation: OperationDefinitionNode, variables: Variables) {
  let read = false;
  return {
    isRead: () => read,
    /** The sent value of a variable, else its default, else undefined. */
    valueOf(name: string): unknown {
      read = true;
      if (Object.hasOwn(variables, name)) return variables[name];
      const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
      return definition?.defaultValue && valueOfLiteral(definition.defaultValue, () => undefined);
    },
  };
}

export type WatchedVariables = ReturnType<typeof watchVariables>;

/** Whether `@skip` and `@include` keep a selection. */
export function isSelected({ directives = [] }: SelectionNode, variables: WatchedVariables): boolean {
  return directives.every((directive) => {
    const name = directive.name.value;
    if (name === 'skip') return !conditionOf(directive, variables);
    return name !== 'include' || conditionOf(directive, variables);
  });
}

/** If a condition is not a boolean, it is refused later with the other variables. Until then its selection is kept. */
function conditionOf({ name, arguments: args = [] }: DirectiveNode, variables: WatchedVariables): boolean {
  const condition = args.find((argument) => argument.name.value === 'if')?.value;
  const value =
    condition?.kind === Kind.VARIABLE
      ? variables.valueOf(condition.name.value)
      : condition?.kind === Kind.BOOLEAN && condition.value;
  return typeof value === 'boolean' ? value : name.value === 'include';
}

/**
 * The fields at the top of an operation, also from fragments. Fields that `@skip` or `@include` remove are left out.
 */
export function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: WatchedVariables,
): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const fieldsOf = ({ selections }: SelectionSetNode): readonly FieldNode[] =>
    selections.flatMap((selection) => {
      if (!isSelected(selection, variables)) return [];
      if (selection.kind === Kind.FIELD) return [selection];
      const below = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      return below === undefined ? [] : fieldsOf(below.selectionSet);
    });
  return fieldsOf(operation.selectionSet);
}
