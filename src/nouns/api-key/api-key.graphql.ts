import { z } from 'zod';
import { idOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { pageArgs, pageArguments, pageArgumentsSchema } from '../../pipeline/graphql-kit/page-arguments.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import {
  commandField,
  idArgument,
  nullIfMissing,
  runQuery,
} from '../../pipeline/graphql-kit/run-operation.ts';
import { ROLE_MEANINGS, SCOPES } from '../../kernel/caller.ts';
import { CreateApiKeyInput } from './api-key.input.ts';
import {
  countApiKeys,
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from './api-key.operations.ts';
import type { ApiKeyView, NewApiKey } from './api-key.present.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { ScopeEnum } from '../operator/operator.graphql.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const ApiKeyObject = objectNamed<ApiKeyView>('ApiKey');
export const NewApiKeyObject = objectNamed<NewApiKey>('NewApiKey');

export const apiKeyNode = nodeFinder('key', getApiKey, (key_id) => ({ key_id }));

const RoleEnum = enumOf('Role', 'The side that a key acts for.', ROLE_MEANINGS);

/** API keys in GraphQL: the types, the list of a partner's keys, and the mutations. */
export function defineApiKey(builder: Builder): void {
  defineKey(builder);
  builder.objectType(NewApiKeyObject, {
    description: 'A new key, which is shown only once.',
    fields: (t) => ({
      apiKey: t.exposeString('api_key', {
        nullable: true,
        description:
          'The key itself, shown only once: null if the response is repeated for an idempotency key.',
      }),
      key: t.field({
        type: ApiKeyObject,
        description: 'The key as it is shown from now on.',
        resolve: (made) => made,
      }),
    }),
  });
  defineList(builder);
  defineCreation(builder);
  defineChanges(builder);
}

function defineKey(builder: Builder): void {
  builder.objectType(ApiKeyObject, {
    description: 'An API key. The key itself is shown once, when it is made.',
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('key_id'),
      partnerId: t.exposeID('partner_id', {
        nullable: true,
        description: 'The partner in whose list it is; null for a key that only its person has.',
      }),
      operatorId: t.exposeID('operator_id', {
        nullable: true,
        description:
          'The person who has this key, if it is an operator’s key; null for the key of a partner.',
      }),
      name: t.exposeString('name', { description: 'A name by which you recognise the key.' }),
      prefix: t.exposeString('prefix', {
        description: 'The beginning of the key, by which you recognise it.',
      }),
      role: t.expose('role', {
        type: RoleEnum,
        description: 'The side whose records the key reads and changes.',
      }),
      scopes: t.expose('scopes', {
        type: [ScopeEnum],
        description: 'What the key may do.',
        extensions: atMost(SCOPES.length),
      }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      lastUsedAt: t.expose('last_used_at', {
        type: 'DateTime',
        nullable: true,
        description:
          'When the key was last used. It is stored once a minute, so it is exact to the minute. Null before the first use.',
      }),
      expiresAt: t.expose('expires_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When it stops working; null if it has no end.',
      }),
      revokedAt: t.expose('revoked_at', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was revoked; null if it was not.',
      }),
      successorId: t.exposeID('successor_id', {
        nullable: true,
        description: 'The key that a rotation made to replace it; null if there is none.',
      }),
      damaged: t.exposeBoolean('is_damaged', {
        description:
          'Whether the stored record was changed by something other than the gateway. If so, its other members are not shown, and the key is refused. The command key mend revokes it for ever.',
      }),
    }),
  });
}

function defineList(builder: Builder): void {
  const connection = defineConnection(builder, 'ApiKey', ApiKeyObject);
  builder.queryField('apiKeys', (t) =>
    t.field({
      type: connection,
      nullable: true,
      description:
        'The keys of a partner or of a person, newest first; null if there is no such partner or person. For operators.',
      args: {
        partnerId: t.arg.id({
          required: false,
          description: 'The partner; absent for the keys of a person.',
        }),
        operatorId: t.arg.id({
          required: false,
          description: 'The person; absent for the keys of a partner.',
        }),
        ...builder.args(pageArgs),
      },
      validate: {
        schema: pageArgumentsSchema('key', {
          partnerId: z.string().nullish(),
          operatorId: z.string().nullish(),
        }),
      },
      extensions: runs(listApiKeys, countApiKeys),
      resolve: (_root, { partnerId, operatorId, ...args }, context) =>
        nullIfMissing(async () => {
          const ids = { partner_id: partnerId ?? null, operator_id: operatorId ?? null };
          const page = await runQuery(context, listApiKeys, { ids, input: pageArguments(args) });
          return connectionOf(page, 'key_id', () => runQuery(context, countApiKeys, { ids }));
        }),
    }),
  );
}

function defineCreation(builder: Builder): void {
  const input = inputFromZod(builder, 'CreateApiKeyInput', CreateApiKeyInput);
  builder.mutationFields((t) => ({
    createApiKey: t.field({
      type: NewApiKeyObject,
      description:
        'Creates another key of a partner or of a person, which can do no more than your own. Needs the scope ADMIN. For operators.',
      args: {
        partnerId: t.arg.id({
          required: false,
          description: 'The partner; it may be absent for the key of an operator.',
        }),
        input: t.arg({ type: input, description: 'If absent, each property has its default.' }),
      },
      ...commandField(createApiKey, (args) => ({
        ids: { partner_id: typeof args['partnerId'] === 'string' ? args['partnerId'] : null },
        input: args['input'] ?? {},
      })),
    }),
  }));
}

function defineChanges(builder: Builder): void {
  builder.mutationFields((t) => ({
    rotateApiKey: t.field({
      type: NewApiKeyObject,
      description:
        'Makes a key like this one to replace it. Both work until the overlap is over. Needs the scope ADMIN. For operators.',
      args: {
        id: t.arg.id(idOf('key_id')),
        overlapSeconds: t.arg.int({ description: 'How long both keys work; a day if absent.' }),
      },
      ...commandField(rotateApiKey, (args) => ({
        ids: { key_id: idArgument(args, 'id') },
        input: { overlap_seconds: args['overlapSeconds'] },
      })),
    }),
    revokeApiKey: t.field({
      type: ApiKeyObject,
      description:
        'Ends a key; every process refuses it within a second. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, revokeApiKey, 'key_id'),
    }),
  }));
}
