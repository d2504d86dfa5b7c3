import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseMalformed } from '../../../src/run/server/refuse-malformed.ts';

/** The gateway waits for 20 s. */
const LIMIT_MS = 50;

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer({
    headersTimeout: LIMIT_MS,
    requestTimeout: LIMIT_MS,
    connectionsCheckingInterval: LIMIT_MS,
  });
  refuseMalformed(server, 'http://gateway.test');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = address === null || typeof address === 'string' ? 0 : address.port;
});
afterAll(() => server.close());

/** What a connection gets on which this is sent, until the server ends it. */
const answerTo = (sent: string): Promise<string> => {
  const client = connect(port, '127.0.0.1');
  client.write(sent);
  return text(client);
};

test('a request whose header does not come in time is answered', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nHost:');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('The request did not come in time.');
});

test('a connection that is not used is closed without an answer, which a late request would get', async () => {
  expect(await answerTo('')).toBe('');
});
