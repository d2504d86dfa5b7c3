import { z } from 'zod';
import { valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { requireGenuineOperator } from '../../operator/proven-operators.ts';
import type { OperatorRow } from '../../operator/operator.present.ts';
import { defineRealTimeQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { requireGenuineKey } from '../proven-api-keys.ts';

/** The beginning of a session's actor; the id of the operator follows. */
export const SESSION_ACTOR = 'session/';

type Names = ReadonlyMap<string, string | Error>;

/**
 * The names of actors, for operators: the person, or else the name of an operator's key, or the partner and the name of
 * its key. An actor without a row, such as `clock`, has no name. If the gateway did not write a name, only its field
 * fails.
 */
export const listActorNames = defineRealTimeQuery({
  name: 'listActorNames',
  roles: ['operator'],
  input: z.strictObject({ actors: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { actors } }): Promise<Names> {
    const keys = await keysOf(context, actors);
    const ids = [...actors.map(personOf), ...keys.flatMap(({ operator_id }) => operator_id ?? [])];
    const people = await peopleOf(context, ids);
    const named = new Map<string, string | Error>();
    for (const actor of actors) {
      const name = people.get(personOf(actor));
      if (name !== undefined) named.set(actor, name);
    }
    for (const { partner, ...key } of keys) {
      named.set(
        key.id,
        valueOrForgery(() => {
          requireGenuineKey(context.rowMacs, key);
          const person = key.operator_id === null ? undefined : people.get(key.operator_id);
          if (person instanceof Error) throw person;
          return person ?? (key.role === 'operator' ? key.name : `${partner ?? ''} (${key.name})`);
        }),
      );
    }
    return named;
  },
});

/** The id of the operator whose session acted; any other actor unchanged. */
const personOf = (actor: string): string =>
  actor.startsWith(SESSION_ACTOR) ? actor.slice(SESSION_ACTOR.length) : actor;

const keysOf = ({ db }: QueryContext, ids: readonly string[]) =>
  db
    .selectFrom('api_key')
    .leftJoin('partner', 'partner.id', 'api_key.partner_id')
    .selectAll('api_key')
    .select('partner.name as partner')
    .where('api_key.id', 'in', ids)
    .execute();

async function peopleOf({ db, rowMacs }: QueryContext, ids: readonly string[]): Promise<Names> {
  const rows = await db.selectFrom('operator').selectAll().where('id', 'in', ids).execute();
  const nameOf = (row: OperatorRow) => {
    requireGenuineOperator(rowMacs, row);
    return row.name;
  };
  return new Map(rows.map((row) => [row.id, valueOrForgery(() => nameOf(row))]));
}
