import { runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import type { RequestContext } from '../../../pipeline/graphql-kit/request-context.ts';
import { listActorNames } from './actor-names.operations.ts';

/** Loads the names of all actors on a page in one query. */
const nameOfActor = loaderOf(listActorNames, 'actors');

/** The options of a field that shows the name of an actor, if only operators see its type. `of` is a member of the view. */
export const nameOf = <Member extends string>(of: Member, description: string) =>
  ({
    nullable: true,
    description,
    extensions: runs(listActorNames),
    resolve(view: Readonly<Record<Member, string | null>>, _args: object, context: RequestContext) {
      const actor = view[of];
      return actor === null ? null : nameOfActor(context, actor);
    },
  }) as const;

/** The options of a field that shows operators the name of an actor, if partners see its type too. */
export const actorNameField = {
  ...nameOf(
    'actor',
    'The name of the person who did it; if the key belongs to no person, the name of the key. Null for cli and clock.',
  ),
  extensions: { ...operatorOnly, ...runs(listActorNames) },
} as const;
