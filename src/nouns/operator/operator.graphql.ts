import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { pageArgs, pageArguments, pageArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { SCOPE_MEANINGS, SCOPES } from '../../kernel/caller.ts';
import { CreateOperatorInput, UpdateOperatorInput } from './operator.input.ts';
import {
  countOperators,
  createOperator,
  disableOperator,
  getOperator,
  listOperators,
} from './operator.operations.ts';
import { confirmOperator } from './confirm-operator.operations.ts';
import type { OperatorView } from './operator.present.ts';
import { updateOperator } from './update-operator.operations.ts';
import { commandOf, commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const OperatorObject = objectNamed<OperatorView>('Operator');

export const ScopeEnum = enumOf('Scope', 'What a key or a session may do.', SCOPE_MEANINGS);

export const operatorNode = nodeFinder('opr', getOperator, (operator_id) => ({ operator_id }));

/** Operators in GraphQL. Operators are people. */
export function defineOperator(builder: Builder): void {
  defineType(builder);
  const connection = defineConnection(builder, 'Operator', OperatorObject);
  builder.queryField('operators', (t) =>
    t.field({
      type: connection,
      description: 'The people of the provider, newest first. Needs the scope ADMIN. For operators.',
      args: builder.args(pageArgs),
      validate: { schema: pageArgumentsSchema('opr') },
      extensions: runs(listOperators, countOperators),
      resolve: async (_root, args, context) => {
        const page = await runQuery(context, listOperators, { ids: {}, input: pageArguments(args) });
        return connectionOf(page, 'operator_id', () => runQuery(context, countOperators, { ids: {} }));
      },
    }),
  );
  defineMutations(builder);
}

function defineMutations(builder: Builder): void {
  const input = inputFromZod(builder, 'CreateOperatorInput', CreateOperatorInput);
  const change = inputFromZod(builder, 'UpdateOperatorInput', UpdateOperatorInput);
  builder.mutationFields((t) => ({
    createOperator: t.field({
      type: OperatorObject,
      description: 'Creates an operator, who is a person. Needs the scope ADMIN. For operators.',
      ...commandOf(builder, createOperator, input),
    }),
    updateOperator: t.field({
      type: OperatorObject,
      description:
        'Changes the scopes of an operator; keys and sessions of the person lose a right within a second. Refused for the last operator with the scope ADMIN, and if the scopes come from the groups of the issuer. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, updateOperator, 'operator_id', change),
    }),
    confirmOperator: t.field({
      type: OperatorObject,
      description:
        'Confirms that an operator who signs in by OpenID Connect is another person than you, who may approve changes that need two people. A new e-mail address needs it again. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, confirmOperator, 'operator_id'),
    }),
    disableOperator: t.field({
      type: OperatorObject,
      description:
        'Disables an operator for ever; each key and session of the person stops within a second. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, disableOperator, 'operator_id'),
    }),
  }));
}

function defineType(builder: Builder): void {
  builder.objectType(OperatorObject, {
    description: 'A person of the funding provider.',
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('operator_id'),
      name: t.exposeString('name', { description: 'The name of the person, which other operators see.' }),
      email: t.expose('email', {
        type: 'EmailAddress',
        nullable: true,
        description: 'Null if none was given.',
      }),
      scopes: t.expose('scopes', {
        type: [ScopeEnum],
        description: 'The most that keys and sessions of the person may do.',
        extensions: atMost(SCOPES.length),
      }),
      byOidc: t.exposeBoolean('by_oidc', { description: 'Whether the person signs in by OpenID Connect.' }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      disabledAt: t.expose('disabled_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When the person was disabled, which cannot be undone; null if not disabled.',
      }),
      unconfirmed: t.exposeBoolean('is_unconfirmed', {
        description:
          'Whether the person signs in by OpenID Connect and no second person has confirmed it. Such a person can ask for a change that needs two people, and approves none.',
      }),
      damaged: t.exposeBoolean('is_damaged', {
        description:
          'Whether the stored record was changed by something other than the gateway. If so, its other members are not shown, and its keys and sessions are refused until the command operator mend has repaired it.',
      }),
    }),
  });
}
