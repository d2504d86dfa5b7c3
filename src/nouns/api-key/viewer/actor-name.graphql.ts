import { runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import type { RequestContext } from '../../../pipeline/graphql-kit/request-context.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { listActorNames } from './actor-names.operations.ts';

/** Loads the names of all actors on a page in one query. */
export const nameOfActor = defineLoader<string>((context, actors) =>
  runQuery(context, listActorNames, { ids: {}, input: { actors } }),
);

/** The options of a field that shows operators the name of an actor. */
export const actorNameField = {
  nullable: true,
  description:
    'The name of the person who did it; if the key belongs to no person, the name of the key. Null for cli and clock.',
  extensions: { ...operatorOnly, ...runs(listActorNames) },
  resolve: ({ actor }: { readonly actor: string }, _args: object, context: RequestContext) =>
    nameOfActor(context, actor),
} as const;
