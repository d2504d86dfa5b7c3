import { afterAll, beforeAll, expect, test } from 'vitest';
import { EndpointLine, forgetIdle } from '../../../src/webhook/sending/endpoint-line.ts';
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
  const line = (sending = 0) => Object.assign(new EndpointLine(endpoint), { sending });
  const lines = new Map([
    ['busy', line(1)],
    ['oldest', line()],
    ['older', line()],
    ['latest', line()],
  ]);
  forgetIdle(lines, 4);
  expect([...lines.keys()]).toEqual(['busy', 'oldest', 'older', 'latest']);
  forgetIdle(lines, 2);
  expect([...lines.keys()]).toEqual(['busy', 'latest']);
  forgetIdle(lines, 0);
  expect([...lines.keys()]).toEqual(['busy']);
});
