import { afterAll, beforeAll, expect, test } from 'vitest';
import { EndpointQueue, forgetIdle } from '../../../src/webhook/sending/endpoint-queue.ts';
import type { EndpointRow } from '../../../src/webhook/endpoint/endpoint.present.ts';
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

test('beyond the limit the endpoints that were sent to longest ago are forgotten, and none to which requests are on their way', () => {
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
