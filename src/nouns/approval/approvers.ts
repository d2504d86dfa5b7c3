import type { QueryContext } from '../../pipeline/operation.ts';
import { SESSION_ACTOR } from '../api-key/viewer/actor-names.operations.ts';

/** The operators who approved the offers of a settlement: those who asked for it, and those who did it. */
export async function approversOf({ db }: QueryContext, settlement: string): Promise<readonly string[]> {
  const asked = await db
    .selectFrom('approval')
    .select('maker')
    .where('object_id', '=', settlement)
    .where('operation', '=', 'approve')
    .where('status', '=', 'approved')
    .execute();
  const done = await db
    .selectFrom('event')
    .select('actor')
    .where('subject', '=', `funding/${settlement}`)
    .where('type', '=', 'funding.approved')
    .execute();
  const actors = done.map(({ actor }) => actor);
  const keys =
    actors.length === 0
      ? []
      : await db.selectFrom('api_key').select('operator_id').where('id', 'in', actors).execute();
  return [
    ...asked.map(({ maker }) => maker),
    ...actors
      .filter((actor) => actor.startsWith(SESSION_ACTOR))
      .map((actor) => actor.slice(SESSION_ACTOR.length)),
    ...keys.flatMap(({ operator_id }) => operator_id ?? []),
  ];
}
