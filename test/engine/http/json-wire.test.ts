import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serveTestGateway } from '../../support/served.ts';

const MiB = 1024 * 1024;

let served: Served;
beforeAll(async () => {
  served = await serveTestGateway();
});
afterAll(() => served.stop());

test.each(['/v1/customers', '/graphql'])(
  'a client that sends too much JSON without a length gets 413 while its connection is open: %s',
  async (path) => {
    const { apiKey } = await served.partner();
    const sent = request(new URL(path, served.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    const answered = once(sent, 'response');
    sent.write(Buffer.alloc(4 * MiB, ' '));
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    expect(JSON.stringify(await json(response))).toContain('request_too_large');
    sent.end();
    await once(sent, 'close');
  },
);
