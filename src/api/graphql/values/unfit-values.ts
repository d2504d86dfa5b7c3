import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { RawArguments } from '../../../pipeline/graphql-kit/field-facts.ts';
import type { OperationError, Problem } from '../../../kernel/errors.ts';
import { JsonText } from '../../../engine/json/text.ts';
import { explainInput, type InputReader } from '../errors/explain-input.ts';
import { explainLiterals, type LiteralFault } from '../errors/explain-literals.ts';
import { firstMembersOf, readLeaf, readUnfit } from './input-value.ts';
import { valueOfLiteral } from '../document/literal-value.ts';
import { furtherProblems, mergeProblems } from './merge-problems.ts';
import { pathsOfVariables } from '../document/variable-paths.ts';
import {
  type Query,
  responseNameOf,
  rootFieldsOf,
  type WatchedVariables,
  watchVariables,
} from '../document/operation-fields.ts';
import { collectProblems, inOrder, withoutSuggestions } from '../errors/problems.ts';
import { QueryRefusal } from '../document/refusals.ts';

/** A root field with arguments that do not fit its schema. */
export interface UnfitField {
  readonly definition: GraphQLField<unknown, unknown>;
  readonly args: RawArguments;
  readonly responseName: string;
}

/** The error of an operation for arguments that do not fit the schema; null if it has none. */
type Validate = (field: UnfitField) => Promise<OperationError | null>;

interface Given extends Query {
  readonly operation: OperationDefinitionNode;
  /** Whether an error may suggest a name. */
  readonly suggests: boolean;
}

/**
 * Refuses an operation whose values do not fit the schema. It comes before graphql coerces the values, because
 * graphql's messages print them. The error lists all problems in the same order as REST, also problems that only the
 * operation finds. Rejects with QueryRefusal, or with a GraphQLError around one if the position is known. Null if all
 * values fit.
 */
export function refuseUnfit(given: Given, validateValues: Validate): Promise<void> | null {
  const literals = literalFault(given.schema, given.document);
  const inVariables = variableProblems(given);
  return literals === null && inVariables.length === 0
    ? null
    : refuse(given, { literals, inVariables }, validateValues);
}

interface Unfit {
  readonly literals: LiteralFault | null;
  readonly inVariables: readonly Problem[];
}

async function refuse(
  given: Given,
  { literals, inVariables }: Unfit,
  validateValues: Validate,
): Promise<void> {
  const validated = await operationProblems(given, validateValues);
  const bySchema = [...(literals?.problems ?? []), ...inVariables];
  const problems = inOrder([...validated, ...furtherProblems(validated, bySchema)]);
  const [first, ...rest] = given.suggests ? problems : withoutSuggestions(problems);
  if (first === undefined) return;
  const originalError = new QueryRefusal([first, ...rest]);
  throw new GraphQLError(originalError.message, { nodes: literals?.nodes ?? null, originalError });
}

/** Cached, because a document is parsed once and runs many times. */
const literalFaults = new WeakMap<DocumentNode, LiteralFault | null>();

function literalFault(schema: GraphQLSchema, document: DocumentNode): LiteralFault | null {
  const known = literalFaults.get(document);
  if (known !== undefined) return known;
  const fault = explainLiterals(schema, document);
  literalFaults.set(document, fault);
  return fault;
}

function variableProblems({ schema, document, operation, variables }: Given): readonly Problem[] {
  if ((operation.variableDefinitions ?? []).length === 0) return [];
  const problems = collectProblems();
  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const type = typeFromAST(schema, typeNode);
    if ((value === undefined && defaultValue !== undefined) || !isInputType(type)) continue;
    const path = pathsOfVariables(document).get(name) ?? [name];
    explainInput(readVariables, value, type, path, problems.report);
  }
  return problems.found;
}

const readVariables: InputReader<unknown> = {
  isNull: (value) => value === null,
  isElsewhere: () => false,
  items: (value) => (Array.isArray(value) ? value : null),
  members(given) {
    const isTruncated = given instanceof JsonText;
    const value = isTruncated ? firstMembersOf(given) : given;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return {
      isTruncated,
      get: (name) => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined),
      *names() {
        // A generator, because there may be a hundred thousand names.
        for (const name in value) if (Object.hasOwn(value, name)) yield name;
      },
    };
  },
  coerce: readLeaf,
};

/** The problems that the operations of the root fields find, one field after another. */
async function operationProblems(given: Given, validateValues: Validate): Promise<readonly Problem[]> {
  const { schema, document, operation } = given;
  const variables = watchVariables(operation, given.variables);
  const root = schema.getRootType(operation.operation);
  const problems: Problem[] = [];
  for (const field of rootFieldsOf(document, operation, variables)) {
    const definition = root?.getFields()[field.name.value];
    if (definition === undefined) continue;
    const { found, args } = readArguments(field, definition, variables);
    if (found.length === 0) continue;
    const fault = args && (await validateValues({ definition, args, responseName: responseNameOf(field) }));
    if (fault && fault.problems.every(({ path }) => path.length === 0)) throw asQueryRefusal(fault);
    problems.push(...mergeProblems(fault?.problems ?? [], found));
  }
  return problems;
}

/** The arguments of a field and their problems; null for the arguments if an ID is not a string. */
function readArguments(
  field: FieldNode,
  { args: definitions }: GraphQLField<unknown, unknown>,
  variables: WatchedVariables,
): { readonly found: readonly Problem[]; readonly args: RawArguments | null } {
  const problems = collectProblems();
  const args: Record<string, unknown> = {};
  let fits = true;
  for (const { name, type } of definitions) {
    const node = field.arguments?.find((argument) => argument.name.value === name);
    const value = node && valueOfLiteral(node.value, variables.valueOf);
    explainInput(readVariables, value, type, [name], problems.report);
    const read = readUnfit(value, type);
    if (read !== undefined) args[name] = read;
    if (isNonNullType(type) && String(type.ofType) === 'ID' && typeof read !== 'string') fits = false;
  }
  return { found: problems.found, args: fits ? args : null };
}

function asQueryRefusal(fault: OperationError): QueryRefusal {
  const { problems, headers, retryAfterSeconds, cause } = fault;
  return new QueryRefusal(problems, {
    headers,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
