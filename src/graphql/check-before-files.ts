import {
  type FieldNode,
  getNamedType,
  getOperationAST,
  type GraphQLField,
  GraphQLID,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type DocumentNode,
  type ValueNode,
} from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { checkOf } from '../edge/before-files.ts';
import type { RequestContext } from '../edge/request-context.ts';
import { catalogue, OperationError, refusal } from '../kernel/errors.ts';
import { parseDocument } from './parse-document.ts';
import { QueryRefusal } from './refusals.ts';
import { refuseOperation } from './use-parser.ts';
import { createValidate } from './use-validation.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Refuses a multipart request by its operation alone, before a file of it is stored: a document that cannot run, fields
 * that take no files, a caller who may not, a resource that is not there.
 */
export function createCheckBeforeFiles(schema: GraphQLSchema, options: { readonly introspection: boolean }) {
  const validate = createValidate(options);

  return async ({ query = '', operationName, variables = {} }: GraphQLParams, context: RequestContext) => {
    const document = parseDocument(query);
    refuseOperation(document, operationName ?? null, 'POST');
    const [invalid] = validate(schema, document);
    if (invalid !== undefined) throw invalid;
    const operation = getOperationAST(document, operationName);
    const checks = operation === null || operation === undefined ? [] : rootFields(document, operation);
    let takesFiles = false;
    for (const node of checks) {
      const field = schema.getMutationType()?.getFields()[node.name.value];
      const check = field === undefined ? null : checkOf(field);
      if (field === undefined || check === null) continue;
      takesFiles = true;
      await asQueryRefusal(check(idsOf(field, node, variables), context));
    }
    if (!takesFiles) throw refusal('body_invalid', 'The operation has no field that takes files.');
  };
}

/** The query is well-formed, and refused as a whole with the words of its field. */
async function asQueryRefusal(checking: Promise<unknown>): Promise<void> {
  try {
    await checking;
  } catch (error) {
    const isClients = error instanceof OperationError && catalogue[error.code].status < 500;
    throw isClients ? new QueryRefusal(error.problems, { cause: error }) : error;
  }
}

/** The fields at the top of an operation, those of fragments included; a valid document has no fragment within itself. */
function rootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode): readonly FieldNode[] {
  const fieldsOf = (set: SelectionSetNode): readonly FieldNode[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const fragment = document.definitions.find(
        (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
      );
      return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet) : [];
    });
  return fieldsOf(selectionSet);
}

/** The ids among the arguments, as they are; whether they are well-formed is for the operation to say. */
function idsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Readonly<Record<string, string>> {
  const ids = field.args.filter(({ type }) => getNamedType(type) === GraphQLID);
  return Object.fromEntries(
    ids.map(({ name }) => [
      name,
      textOf(node.arguments?.find((each) => each.name.value === name)?.value, variables),
    ]),
  );
}

function textOf(node: ValueNode | undefined, variables: Variables): string {
  if (node?.kind === Kind.STRING || node?.kind === Kind.INT) return node.value;
  const value = node?.kind === Kind.VARIABLE ? variables[node.name.value] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
