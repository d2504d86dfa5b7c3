import type { QueryContext } from '../../pipeline/operation.ts';
import { genuine, summaries } from './find-approvals.ts';
import { SESSION_ACTOR } from '../api-key/viewer/actor-names.operations.ts';

/**
 * The operators who asked for the approval of a settlement, or gave it. Throws `service_unavailable` if the gateway did
 * not write who asked, because then nothing proves that another person pays it out.
 */
export async function approversOf(context: QueryContext, settlement: string): Promise<readonly string[]> {
  const { db } = context;
  const asked = await db
    .selectFrom('approval')
    .$call(summaries)
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
    ...asked.map((row) => genuine(context, row).maker),
    ...actors
      .filter((actor) => actor.startsWith(SESSION_ACTOR))
      .map((actor) => actor.slice(SESSION_ACTOR.length)),
    ...keys.flatMap(({ operator_id }) => operator_id ?? []),
  ];
}
