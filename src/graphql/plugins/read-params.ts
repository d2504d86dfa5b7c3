import type { GraphQLParams } from 'graphql-yoga';
import type { Problem } from '../../kernel/errors.ts';
import { unknownMember } from '../../pipeline/input/survey-input.ts';
import { inOrder } from '../errors/problems.ts';
import { RequestRefusal } from '../errors/refusals.ts';

const readers = {
  query: (value: unknown) => (typeof value === 'string' ? null : 'must be a string'),
  operationName: (value: unknown) => (typeof value === 'string' ? null : 'must be a string'),
  variables: (value: unknown) => (isObject(value) ? null : 'must be an object'),
  extensions: (value: unknown) => (isObject(value) ? null : 'must be an object'),
} as const;

/** The members of a GraphQL request from what the client sent. Throws RequestRefusal. */
export function readParams(sent: Readonly<Record<string, unknown>>): GraphQLParams {
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

function problemsOf(sent: Readonly<Record<string, unknown>>): Problem[] {
  const problems: Problem[] = [];
  if (sent['query'] == null)
    problems.push({ code: 'parameter_missing', path: ['query'], says: 'is required' });
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) continue;
    if (isMember(name)) {
      const says = readers[name](value);
      if (says !== null) problems.push({ code: 'parameter_invalid', path: [name], says });
    } else problems.push(unknownMember([], name, MEMBERS));
  }
  return problems;
}

const MEMBERS = Object.keys(readers);

const isMember = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
