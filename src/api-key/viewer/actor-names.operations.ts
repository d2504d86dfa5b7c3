import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { defineQuery, nothing, type QueryContext } from '../../pipeline/operation.ts';

/** How the actor of a session begins; the id of the operator follows. */
export const SESSION_ACTOR = 'session/';

/**
 * The names of actors, for operators: the person, or else the name of an operator's key, or the partner and the name of
 * its key. What has no row, such as `clock`, has no name.
 */
export const listActorNames = defineQuery({
  name: 'listActorNames',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject({ actors: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  locate: nothing,
  async run(context, { input: { actors } }): Promise<ReadonlyMap<string, string>> {
    const people = new Map(
      actors.map((actor) => [
        actor.startsWith(SESSION_ACTOR) ? actor.slice(SESSION_ACTOR.length) : actor,
        actor,
      ]),
    );
    const names = [
      ...(await namesOfPeople(context, [...people.keys()])),
      ...(await namesOfKeys(context, actors)),
    ];
    return new Map(names.map(([id, name]) => [people.get(id) ?? id, name]));
  },
});

type Names = readonly (readonly [id: string, name: string])[];

async function namesOfPeople({ db }: QueryContext, ids: readonly string[]): Promise<Names> {
  const rows = await db.selectFrom('operator').select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map(({ id, name }) => [id, name]);
}

async function namesOfKeys({ db }: QueryContext, ids: readonly string[]): Promise<Names> {
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('partner', 'partner.id', 'api_key.partner_id')
    .leftJoin('operator', 'operator.id', 'api_key.operator_id')
    .select(['api_key.id', 'api_key.role', 'api_key.name'])
    .select(['partner.name as partner', 'operator.name as person'])
    .where('api_key.id', 'in', ids)
    .execute();
  return rows.map(({ id, role, name, partner, person }) => [
    id,
    person ?? (role === 'operator' ? name : `${partner} (${name})`),
  ]);
}
