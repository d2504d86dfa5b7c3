import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  EndpointQueue,
  forgetIdle,
  leavesPlaces,
  onTheirWay,
} from '../../../../src/nouns/webhook/sending/endpoint-queue.ts';
import type { EndpointRow } from '../../../../src/nouns/webhook/endpoint/endpoint.present.ts';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';

let fixture: WebhookFixture;
let endpoint: EndpointRow;
beforeAll(async () => {
  fixture = await openWebhooks();
  const { id } = await fixture.subscribe('http://127.0.0.1:9999/');
  endpoint = await fixture.gateway.database.reads
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
});
afterAll(() => fixture.close());

test('beyond the limit the endpoints that were used longest ago are forgotten, but none that has requests under way', () => {
  const queue = (sending = 0) => Object.assign(new EndpointQueue(endpoint), { sending });
  const queues = new Map([
    ['busy', queue(1)],
    ['oldest', queue()],
    ['older', queue()],
    ['latest', queue()],
  ]);
  forgetIdle(queues, 4);
  expect([...queues.keys()]).toEqual(['busy', 'oldest', 'older', 'latest']);
  forgetIdle(queues, 2);
  expect([...queues.keys()]).toEqual(['busy', 'latest']);
  forgetIdle(queues, 0);
  expect([...queues.keys()]).toEqual(['busy']);
});

test.each([
  { concurrency: 1, badly: 1, unknown: 1 },
  { concurrency: 2, badly: 1, unknown: 1 },
  { concurrency: 4, badly: 2, unknown: 3 },
  { concurrency: 20, badly: 10, unknown: 15 },
])('of $concurrency requests failing endpoints take $badly, with unknown ones $unknown', (expected) => {
  const queues: EndpointQueue[] = [];
  const take = (answers: 'badly' | 'unknown'): void => {
    while (leavesPlaces(answers, onTheirWay(queues), expected.concurrency)) {
      const queue = Object.assign(new EndpointQueue(endpoint), { sending: 1 });
      if (answers === 'badly') queue.noteAttempt({ outcome: 'http_error', duration_ms: 1 });
      queues.push(queue);
    }
  };
  take('badly');
  expect(queues).toHaveLength(expected.badly);
  take('unknown');
  expect(queues).toHaveLength(expected.unknown);
  expect(leavesPlaces('soon', onTheirWay(queues), expected.concurrency)).toBe(true);
});
