import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import { replayNextPage } from '../../../../src/nouns/webhook/replay/replay-page.operations.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';

openForEachTest();

/** More events than five pages of a replay read. */
const EVENTS = 3_000;

test('a replay of a long feed does not delay the replays of other endpoints', async () => {
  const { partner, gateway } = fixture;
  const long = await fixture.subscribe(receiver.url, { event_types: ['customer.updated'] });
  const other = await fixture.newPartner();
  await fixture.happen(other);
  await fixture.relay();
  const short = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] }, other);
  await sql`with recursive series(n) as (select 1 union all select n + 1 from series where n < ${EVENTS})
    insert into event (number, id, type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac)
    select n + 1000, 'evt_' || n, 'customer.updated', 'customer/' || n, 1, ${partner.partnerId}, 'key_1', 'r',
      '2026-01-01T00:00:00Z', '{}', '', '' from series`.execute(gateway.database.writes);
  await sql`insert into feed (position, event_number, partner_id, type, subject)
    select number, number, partner_id, type, subject from event where number > 1000`.execute(
    gateway.database.writes,
  );
  const path = (id: string) => `/v1/webhook-endpoints/${id}/replay`;
  const all = { after: cursorAfter(0) };
  for (const only of ['failed', 'failed'])
    expect((await partner.rest('POST', path(long.id), { ...all, only })).status).toBe(200);
  expect((await other.rest('POST', path(short.id), { ...all, only: 'all' })).status).toBe(200);

  const { perform } = afterCommitOf(gateway);
  const first = await perform(replayNextPage, {}, { after: '' });
  const second = await perform(replayNextPage, {}, { after: first ?? '' });
  expect([first, second, await perform(replayNextPage, {}, { after: second ?? '' })]).toEqual([
    long.id,
    short.id,
    long.id,
  ]);
  await fixture.deliver();
  expect(receiver.bodies()).toMatchObject([{ type: 'customer.created', partner_id: other.partnerId }]);
});
