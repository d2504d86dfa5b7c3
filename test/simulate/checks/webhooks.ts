import type { Town } from '../town.ts';
import type { Rows } from '../database/rows.ts';

/** No webhook for a change that was rolled back, and at least one for each that was not. */
export async function checkWebhooks({ books, receivers }: Town, rows: Rows): Promise<void> {
  const { partnerId } = books.scene.acme;
  const events = new Set(
    (await rows.all('select id from event where partner_id = ? and number > ?', partnerId, 0)).map(({ id }) =>
      String(id),
    ),
  );
  const bodies = new Map<string, string>();
  const acknowledged = new Set<string>();
  for (const { id, body, isAcknowledged } of receivers.received) {
    if (!events.has(id)) books.wrong(`a webhook tells of event ${id}, which is not in the trail`);
    const first = bodies.get(id) ?? body;
    if (first !== body) books.wrong(`the webhook of event ${id} has other bytes the second time`);
    bodies.set(id, first);
    if (isAcknowledged) acknowledged.add(id);
  }
  const expected = await rows.all(
    `select event.id from event join feed on event_number = number where feed.partner_id = ?
      and number > (select max(number) from event where type = 'webhook_endpoint.created')`,
    partnerId,
  );
  const missing = expected.map(({ id }) => String(id)).filter((id) => !acknowledged.has(id));
  if (missing.length > 0) books.wrong(`${missing.length} events have no webhook, such as ${missing[0]}`);
}
