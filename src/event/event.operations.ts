import { mapPage } from '../kernel/page.ts';
import { defineQuery, nothing, type QueryContext } from '../pipeline/operation.ts';
import { ownerOf } from '../pipeline/tenancy.ts';
import { ListEventsInput } from './event.input.ts';
import { type EventView, presentEvent, presentToPartner } from './event.present.ts';
import { findEvents } from './find-events.ts';

/** Lists events: all of them for an operator, those about its own records for a partner. */
export const listEvents = defineQuery({
  name: 'listEvents',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: ListEventsInput,
  locate: nothing,
  async run(context, { input: { limit, offset, starting_after, ending_before, from, ...filter } }) {
    const page = { limit, offset, starting_after, ending_before, from };
    const events = await findEvents(context, filter, page);
    if (context.caller.role === 'operator') return mapPage(events, presentEvent);
    const ownKeys = await ownKeysAmong(
      context,
      events.rows.map(({ actor }) => actor),
    );
    return mapPage(events, (row): EventView => presentToPartner(row, ownKeys));
  },
});

/** Which of the actors are keys of this partner. */
async function ownKeysAmong(
  { db, caller }: QueryContext,
  actors: readonly string[],
): Promise<ReadonlySet<string>> {
  if (actors.length === 0) return new Set();
  const keys = await db
    .selectFrom('api_key')
    .select('id')
    .where('id', 'in', [...new Set(actors)])
    .where('partner_id', '=', ownerOf(caller))
    .where('role', '=', 'partner')
    .execute();
  return new Set(keys.map(({ id }) => id));
}
