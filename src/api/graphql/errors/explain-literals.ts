import {
  type ASTNode,
  type FieldNode,
  type DirectiveNode,
  type GraphQLArgument,
  GraphQLError,
  GraphQLFloat,
  type GraphQLInputType,
  isRequiredArgument,
  Kind,
  replaceVariables,
  type ValidationRule,
  type ValueNode,
} from 'graphql';
import { numberIn } from '../../../engine/json/number.ts';
import { explainInput, type InputReader } from './explain-input.ts';
import { collectProblems } from './problems.ts';
import { QueryRefusal } from '../document/refusals.ts';

/**
 * Validates the literals of a document. Replaces graphql's `ValuesOfCorrectTypeRule` and
 * `ProvidedRequiredArgumentsRule`, whose messages print values. One error lists all problems.
 */
export const explainLiterals: ValidationRule = (context) => {
  const problems = collectProblems();
  const nodes: ASTNode[] = [];
  const explain = (node: ASTNode, name: string, value: ValueNode, type: GraphQLInputType) =>
    explainInput(readLiterals, value, type, [name], {
      isFull: problems.report.isFull,
      add: (...problem) => {
        nodes.push(node);
        problems.report.add(...problem);
      },
      addUnknown: (...member) => {
        nodes.push(node);
        problems.report.addUnknown(...member);
      },
    });
  const requireArguments = (node: FieldNode | DirectiveNode, expected: readonly GraphQLArgument[] = []) => {
    for (const argument of expected) {
      if (!isRequiredArgument(argument) || node.arguments?.some(({ name }) => name.value === argument.name))
        continue;
      nodes.push(node);
      problems.report.add('parameter_missing', [argument.name], 'is required');
    }
  };
  return {
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
    Document: {
      leave() {
        const [first, ...rest] = problems.found;
        if (first === undefined) return;
        const originalError = new QueryRefusal([first, ...rest]);
        context.reportError(
          new GraphQLError(originalError.message, { nodes: [...new Set(nodes)], originalError }),
        );
      },
    },
  };
};

const readLiterals: InputReader<ValueNode> = {
  isNull: (node) => node.kind === Kind.NULL,
  isElsewhere: (node) => node.kind === Kind.VARIABLE,
  items: (node) => (node.kind === Kind.LIST ? node.values : null),
  members(node) {
    if (node.kind !== Kind.OBJECT) return null;
    const values = new Map(node.fields.map((field) => [field.name.value, field.value]));
    // What a document can hold is bounded by its tokens.
    return { isTruncated: false, get: (name) => values.get(name), names: () => values.keys() };
  },
  coerce(node, type) {
    // GraphQL's own Float rounds a number that the operation refuses.
    if (type === GraphQLFloat && node.kind === Kind.FLOAT && Number.isNaN(numberIn(node.value)))
      throw new GraphQLError('A number has more digits than a double.');
    return type.coerceInputLiteral
      ? type.coerceInputLiteral(replaceVariables(node))
      : type.parseLiteral(node, undefined);
  },
};
