import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  GraphQLFloat,
  type GraphQLInputType,
  type GraphQLSchema,
  isRequiredArgument,
  Kind,
  replaceVariables,
  validate,
  type ValueNode,
} from 'graphql';
import type { Problem } from '../../../kernel/errors.ts';
import { numberIn } from '../../../engine/json/number.ts';
import { explainInput, type InputReader } from './explain-input.ts';
import { collectProblems } from './problems.ts';

/** The problems of the literals of a document, and the nodes that have them. */
export interface LiteralFault {
  readonly problems: readonly Problem[];
  readonly nodes: readonly ASTNode[];
}

/**
 * Checks the literals of a document. It replaces graphql's `ValuesOfCorrectTypeRule` and
 * `ProvidedRequiredArgumentsRule`, because their messages print values. Null if nothing is wrong.
 */
export function explainLiterals(schema: GraphQLSchema, document: DocumentNode): LiteralFault | null {
  const { report, found } = collectProblems();
  const nodes = new Set<ASTNode>();
  const explain = (node: ASTNode, name: string, value: ValueNode | undefined, type: GraphQLInputType) => {
    const before = found.length;
    explainInput(readLiterals, value, type, [name], report);
    if (found.length > before) nodes.add(node);
  };
  const requireArguments = (node: FieldNode | DirectiveNode, expected: readonly GraphQLArgument[] = []) => {
    for (const argument of expected)
      if (isRequiredArgument(argument) && !node.arguments?.some(({ name }) => name.value === argument.name))
        explain(node, argument.name, undefined, argument.type);
  };
  validate(schema, document, [
    (context) => ({
      Argument(node) {
        const argument = context.getArgument();
        if (argument) explain(node, node.name.value, node.value, argument.type);
      },
      VariableDefinition(node) {
        const type = context.getInputType();
        if (type && node.defaultValue) explain(node, node.variable.name.value, node.defaultValue, type);
      },
      Field: { leave: (node) => requireArguments(node, context.getFieldDef()?.args) },
      Directive: { leave: (node) => requireArguments(node, context.getDirective()?.args) },
    }),
  ]);
  return found.length === 0 ? null : { problems: found, nodes: [...nodes] };
}

const readLiterals: InputReader<ValueNode> = {
  isNull: (node) => node.kind === Kind.NULL,
  isElsewhere: (node) => node.kind === Kind.VARIABLE,
  items: (node) => (node.kind === Kind.LIST ? node.values : null),
  members(node) {
    if (node.kind !== Kind.OBJECT) return null;
    const values = new Map(node.fields.map((field) => [field.name.value, field.value]));
    // The limit of tokens also limits the members.
    return { isTruncated: false, get: (name) => values.get(name), names: () => values.keys() };
  },
  coerce(node, type) {
    // GraphQL's Float would round a number that the operation refuses.
    if (type === GraphQLFloat && node.kind === Kind.FLOAT && Number.isNaN(numberIn(node.value)))
      throw new GraphQLError('A number has more digits than a double.');
    return type.coerceInputLiteral
      ? type.coerceInputLiteral(replaceVariables(node))
      : type.parseLiteral(node, undefined);
  },
};
