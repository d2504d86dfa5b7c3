import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  isInputType,
  Kind,
  typeFromAST,
  visit,
} from 'graphql';
import { JsonText } from '../kernel/json-text.ts';
import { explainInput, type InputReader } from './explain-input.ts';
import { collectProblems } from './problems.ts';
import { type QueryRefusal, refuseQuery } from './refusals.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Query {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Variables;
}

/** Says why the variables of a query could not be taken: every problem, none of the values. */
export function explainCoercion({ schema, document, operationName, variables }: Query): QueryRefusal {
  const problems = collectProblems();
  const argumentNames = argumentsByVariable(document);
  for (const { variable, type: typeNode, defaultValue } of getOperationAST(document, operationName)
    ?.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const type = typeFromAST(schema, typeNode);
    if ((value === undefined && defaultValue !== undefined) || !isInputType(type)) continue;
    explainInput(readVariables, value, type, [argumentNames.get(name) ?? name], problems.report);
  }
  return (
    problems.refusal() ?? refuseQuery('parameter_invalid', 'The variables do not have their declared types.')
  );
}

const readVariables: InputReader<unknown> = {
  isNull: (value) => value === null,
  isElsewhere: () => false,
  items: (value) => (Array.isArray(value) ? value : null),
  members: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)
      ? new Map(Object.entries(value))
      : null,
  coerce: (value, type) => type.coerceInputValue(value),
};

/** The argument that each variable is for: a client calls `$data` what the schema calls `input`. */
function argumentsByVariable(document: DocumentNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  visit(document, {
    Argument({ name, value }: ArgumentNode) {
      if (value.kind === Kind.VARIABLE && !names.has(value.name.value))
        names.set(value.name.value, name.value);
    },
  });
  return names;
}
