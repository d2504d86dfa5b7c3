import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { readAnswer } from '../../support/requests/raw-request.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';

/** From the first byte of a body on, for its first 64 KiB and for any silence. */
const LIMIT_MS = 30_000;
/** Before the limit; to look at what has come takes some of the time, too. */
const SHORTLY_MS = 1_000;
const TRICKLE_MS = 7_000;
/** Bytes of a trickle before the limit. */
const TRICKLED = 4;

let served: Served;
let authorization: string;
let customerId: string;
beforeAll(async () => {
  // Before the gateway opens, so that its clock never jumps.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  served = await serveTestGateway();
  const partner = await served.partner();
  ({ authorization } = partner);
  customerId = (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;
});
afterAll(async () => {
  vi.useRealTimers();
  await served.stop();
});

const opened: Socket[] = [];
afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=b';
const formOf = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n{`;

const ROUTES = [
  { what: 'a JSON body', line: () => 'POST /v1/customers', type: JSON_TYPE, begin: '{"a":' },
  {
    what: 'an upload',
    line: () => `POST /v1/kyc/documents/${customerId}`,
    type: FORM,
    begin: formOf('metadata'),
  },
  { what: 'a GraphQL request', line: () => 'POST /graphql', type: JSON_TYPE, begin: '{"query":' },
  { what: 'a GraphQL upload', line: () => 'POST /graphql', type: FORM, begin: formOf('operations') },
];
type Route = (typeof ROUTES)[number];

const plain = (text: string) => text;
const FRAMINGS = [
  { sent: 'with a small length', header: 'Content-Length: 1000', frame: plain },
  { sent: 'with a large length', header: 'Content-Length: 1000000', frame: plain },
  {
    sent: 'in chunks',
    header: 'Transfer-Encoding: chunked',
    frame: (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`,
  },
];
type Framing = (typeof FRAMINGS)[number];

interface Conversation {
  readonly socket: Socket;
  readonly received: () => string;
}

/** Begins a request; resolves when the gateway waits for the rest of its body. */
async function begin({ line, type, begin: first }: Route, { header, frame }: Framing, key = authorization) {
  const socket = connect(Number(new URL(served.baseUrl).port), '127.0.0.1');
  opened.push(socket);
  let raw = '';
  socket.on('data', (bytes) => (raw += bytes.toString('latin1'))).on('error', () => {});
  const head = [`${line()} HTTP/1.1`, 'Host: x', `Authorization: ${key}`, `Content-Type: ${type}`, header];
  const timers = vi.getTimerCount();
  socket.write(`${head.join('\r\n')}\r\n\r\n${frame(first)}`);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(timers);
  return { socket, received: () => raw };
}

/** Status, code and message of the one answer, on either API. */
function answerIn(raw: string) {
  const { status, text } = readAnswer(raw);
  const { error, errors } = JSON.parse(text);
  return [status, error?.code ?? errors[0].extensions.code, error?.message ?? errors[0].message];
}

/** Lets time pass until there is an answer. */
async function isAnswered({ received }: Conversation): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return received();
    })
    .toMatch(/\r\n\r\n.*\}/s);
}

const LATE = [400, 'body_invalid', 'The request did not come in time.'];
const BROKEN = [400, 'body_invalid', 'The request is not well-formed HTTP, or was broken off.'];

describe.each(ROUTES)('$what', (route) => {
  describe.each(FRAMINGS)('$sent', (framing) => {
    test('that stops is refused at the limit, and not before', async () => {
      const conversation = await begin(route, framing);
      await vi.advanceTimersByTimeAsync(LIMIT_MS - SHORTLY_MS);
      expect(conversation.received()).toBe('');
      await vi.advanceTimersByTimeAsync(SHORTLY_MS);
      await isAnswered(conversation);
      expect(answerIn(conversation.received())).toEqual(LATE);
    });

    test('that comes byte by byte is refused at the same limit', async () => {
      const conversation = await begin(route, framing);
      for (let byte = 0; byte < TRICKLED; byte += 1) {
        conversation.socket.write(framing.frame(' '));
        await vi.advanceTimersByTimeAsync(TRICKLE_MS);
      }
      expect(conversation.received()).toBe('');
      await vi.advanceTimersByTimeAsync(LIMIT_MS - TRICKLED * TRICKLE_MS);
      await isAnswered(conversation);
      expect(answerIn(conversation.received())).toEqual(LATE);
    });

    test('whose client ends in the middle is refused at once', async () => {
      const conversation = await begin(route, framing);
      conversation.socket.end();
      await isAnswered(conversation);
      expect(answerIn(conversation.received())).toEqual(BROKEN);
    });
  });

  test('with bytes that are not a chunk is refused like a body that ends in the middle', async () => {
    const [, , chunked] = FRAMINGS;
    if (chunked === undefined) throw new Error('No framing has chunks.');
    const conversation = await begin(route, chunked);
    conversation.socket.write('no chunk\r\n');
    await isAnswered(conversation);
    expect(answerIn(conversation.received())).toEqual(BROKEN);
  });
});

test.each(FRAMINGS)(
  'a body $sent that was refused and then breaks gets no second answer',
  async (framing) => {
    const [route] = ROUTES;
    if (route === undefined) throw new Error('There are no routes.');
    const conversation = await begin(route, framing, 'Bearer none');
    await isAnswered(conversation);
    expect(answerIn(conversation.received()).slice(0, 2)).toEqual([401, 'api_key_invalid']);
    const ended = once(conversation.socket, 'close');
    conversation.socket.end();
    await ended;
    expect(conversation.received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);
