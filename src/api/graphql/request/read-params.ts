import type { GraphQLParams } from 'graphql-yoga';
import type { Problem } from '../../../kernel/errors.ts';
import { inOrder } from '../errors/problems.ts';
import { refuseQuery, RequestRefusal } from '../document/refusals.ts';

const readers = {
  query: (value: unknown) => (typeof value === 'string' ? null : 'must be a string'),
  operationName: (value: unknown) => (typeof value === 'string' ? null : 'must be a string'),
  variables: (value: unknown) => (isObject(value) ? null : 'must be an object'),
  extensions: (value: unknown) => (isObject(value) ? null : 'must be an object'),
} as const;

type Sent = Readonly<Record<string, unknown>>;

/** The members of a GraphQL request. Unknown members are ignored. Throws RequestRefusal. */
export function readParams(sent: Sent): GraphQLParams {
  if (isPersisted(sent)) throw refuseQuery('query_invalid', PERSISTED_QUERY_NOT_SUPPORTED);
  const [first, ...rest] = inOrder(problemsOf(sent));
  if (first !== undefined) throw new RequestRefusal([first, ...rest]);
  const { query, operationName, variables } = sent;
  return {
    ...(typeof query === 'string' && { query }),
    // Some clients send an empty name for an operation without a name.
    ...(typeof operationName === 'string' && operationName !== '' && { operationName }),
    ...(isObject(variables) && { variables }),
  };
}

/** Clients look for exactly this message, then send the document itself. */
const PERSISTED_QUERY_NOT_SUPPORTED = 'PersistedQueryNotSupported';

/** Whether a request names a document instead of sending it. */
function isPersisted({ query, extensions, documentId }: Sent): boolean {
  if (query != null) return false;
  return documentId != null || (isObject(extensions) && extensions['persistedQuery'] != null);
}

function problemsOf(sent: Sent): Problem[] {
  const problems: Problem[] = [];
  if (sent['query'] == null)
    problems.push({ code: 'parameter_missing', path: ['query'], says: 'is required' });
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || !isMember(name)) continue;
    const says = readers[name](value);
    if (says !== null) problems.push({ code: 'parameter_invalid', path: [name], says });
  }
  return problems;
}

const isMember = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
