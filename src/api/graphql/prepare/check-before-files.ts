import {
  type FieldNode,
  getNamedType,
  type GraphQLField,
  GraphQLID,
  type GraphQLSchema,
  Kind,
  type ValueNode,
} from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { RequestContext } from '../../../pipeline/graphql-kit/request-context.ts';
import { catalogue } from '../../../kernel/error-catalogue.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { refuseCostly } from '../limits/cost.ts';
import { rootFieldsOf, watchVariables, type WatchedVariables } from '../document/operation-fields.ts';
import { parseDocument } from '../limits/parse-document.ts';
import { prepareQuery } from './prepare-query.ts';
import { QueryRefusal } from '../document/refusals.ts';
import { operationsOf, refuseForbidden } from './requirements.ts';
import { refuseOperation } from './refuse-operation.ts';
import { createValidate } from './validate-document.ts';

type Asker = Pick<RequestContext, 'gateway' | 'caller' | 'requestId'>;

/**
 * Checks a multipart request by its operation before any file is stored. Throws if the document cannot run, its fields
 * take no files, the caller lacks permission, or a resource does not exist.
 */
export function createCheckBeforeFiles(schema: GraphQLSchema, options: { readonly introspection: boolean }) {
  const validate = createValidate(options);

  return async (params: GraphQLParams, asker: Asker): Promise<void> => {
    const { query = '', variables = {} } = params;
    const operationName = params.operationName ?? null;
    const document = parseDocument(query);
    refuseOperation(document, operationName, 'POST');
    const [invalid] = validate(schema, document);
    if (invalid !== undefined) throw invalid;
    const prepared = prepareQuery({ schema, document, operationName, variables });
    const { operation, needs } = prepared;
    refuseForbidden(needs, asker);
    refuseCostly(prepared);
    // A multipart request has no idempotency key, as in REST.
    const context = { ...asker, requirements: operationsOf(needs), idempotencyKey: null };
    let takesFiles = false;
    const watched = watchVariables(operation, variables);
    for (const node of rootFieldsOf(document, operation, watched)) {
      const field = schema.getMutationType()?.getFields()[node.name.value];
      const check = field?.extensions.beforeFiles;
      if (field === undefined || check === undefined) continue;
      takesFiles = true;
      await asQueryRefusal(check(idsOf(field, node, watched), context));
    }
    if (!takesFiles) throw refusal('body_invalid', 'The operation has no field that takes files.');
  };
}

/** Rethrows the error of a field as a QueryRefusal, because it refuses the whole query. */
async function asQueryRefusal(checking: Promise<unknown>): Promise<void> {
  try {
    await checking;
  } catch (error) {
    const isClients = error instanceof OperationError && catalogue[error.code].status < 500;
    if (!isClients) throw error;
    const { problems, headers, retryAfterSeconds } = error;
    throw new QueryRefusal(problems, {
      headers,
      cause: error,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

/** The ids in the arguments. They are unchecked here; the operation validates them. */
function idsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: WatchedVariables,
): Readonly<Record<string, string>> {
  const ids = field.args.filter(({ type }) => getNamedType(type) === GraphQLID);
  return Object.fromEntries(
    ids.map(({ name }) => [
      name,
      textOf(node.arguments?.find((each) => each.name.value === name)?.value, variables),
    ]),
  );
}

function textOf(node: ValueNode | undefined, variables: WatchedVariables): string {
  if (node?.kind === Kind.STRING || node?.kind === Kind.INT) return node.value;
  const value = node?.kind === Kind.VARIABLE ? variables.valueOf(node.name.value) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
