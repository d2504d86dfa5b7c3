import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allowedBy } from '../../../../src/nouns/webhook/sending/address-guard.ts';
import { createOutbound } from '../../../../src/nouns/webhook/sending/send.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function outboundWith(limits = { connectMs: 2_000, responseMs: 2_000 }) {
  const outbound = createOutbound({ allowed: allowedBy(['127.0.0.1']), limits });
  closing.push(() => outbound.close());
  return outbound;
}

async function receiverWith(...given: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...given);
  closing.push(receiver.close);
  return receiver;
}

/** A server that answers with any bytes. */
async function listenRaw(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    speak(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
}

const message = (url: string) => ({ url, headers: { 'x-test': '1' }, body: '{"a":1}' });

test.each([
  [200, 'ok'],
  [204, 'ok'],
  [400, 'http_error'],
  [410, 'http_error'],
  [500, 'http_error'],
  [304, 'redirect'],
] as const)('a response with %i is %s', async (status, outcome) => {
  const receiver = await receiverWith();
  receiver.answerAlways((response) => response.writeHead(status).end());
  expect(await outboundWith().post(message(receiver.url))).toMatchObject({ outcome, status });
});

test('a redirect is not followed', async () => {
  const [other, receiver] = [await receiverWith(), await receiverWith()];
  receiver.answerAlways((response) => response.writeHead(302, { location: other.url }).end());
  expect(await outboundWith().post(message(receiver.url))).toMatchObject({
    outcome: 'redirect',
    status: 302,
  });
  expect(other.received).toEqual([]);
});

test('a response of a megabyte succeeds, and 1,024 bytes of it are kept', async () => {
  const receiver = await receiverWith();
  receiver.answerAlways((response) => response.writeHead(200).end('x'.repeat(1_048_576)));
  const answer = await outboundWith().post(message(receiver.url));
  expect(answer).toMatchObject({ outcome: 'ok', status: 200 });
  expect(answer.excerpt).toBe('x'.repeat(1_024));
});

test('control characters of a response are dropped, and bytes that are no text become U+FFFD', async () => {
  const receiver = await receiverWith();
  const bytes = Buffer.concat([Buffer.from('a\u0000b\u001b[2J\nc\u202Ed'), Buffer.from([0xff])]);
  receiver.answerAlways((response) => response.writeHead(200).end(bytes));
  expect((await outboundWith().post(message(receiver.url))).excerpt).toBe('ab[2J\ncd\uFFFD');
});

test('a body that never ends does not hold back a success', async () => {
  const receiver = await receiverWith();
  receiver.answerAlways((response) => void response.writeHead(200).write('on and on'));
  const answer = await outboundWith().post(message(receiver.url));
  expect(answer).toMatchObject({ outcome: 'ok', excerpt: 'on and on' });
});

test.each([
  ['a body where none may be', '204 No Content', 'Content-Length: 2\r\n\r\nok'],
  ['a chunk without a size', '200 OK', 'Transfer-Encoding: chunked\r\n\r\nok\r\n'],
])('%s after the head of the response is no failure', async (_what, status, rest) => {
  const port = await listenRaw((socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\n${rest}`)),
  );
  const answer = await outboundWith().post(message(`http://127.0.0.1:${port}/`));
  expect(answer).toMatchObject({ outcome: 'ok', status: Number.parseInt(status, 10) });
});

test('a receiver that sends nothing is a timeout', async () => {
  const port = await listenRaw(() => {});
  const outbound = outboundWith({ connectMs: 2_000, responseMs: 200 });
  expect(await outbound.post(message(`http://127.0.0.1:${port}/`))).toMatchObject({ outcome: 'timeout' });
});

test('a handshake that never ends is a timeout of the connection', async () => {
  const port = await listenRaw(() => {});
  const outbound = outboundWith({ connectMs: 200, responseMs: 60_000 });
  expect(await outbound.post(message(`https://127.0.0.1:${port}/`))).toMatchObject({ outcome: 'timeout' });
});

test('a receiver that disconnects in the handshake, or has no TLS, is tls_failed', async () => {
  const hangsUp = await listenRaw((socket) => socket.once('data', () => socket.destroy()));
  const plain = await listenRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  for (const port of [hangsUp, plain])
    expect(await outboundWith().post(message(`https://127.0.0.1:${port}/`))).toMatchObject({
      outcome: 'tls_failed',
      status: null,
    });
});

test('a certificate of an unknown authority is tls_failed, and nothing is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-tls-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const receiver = await receiverWith({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
  expect(await outboundWith().post(message(receiver.url))).toMatchObject({ outcome: 'tls_failed' });
  expect(receiver.received).toEqual([]);
});

test('a port where nothing listens is connect_failed', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  expect(await outboundWith().post(message(receiver.url))).toMatchObject({ outcome: 'connect_failed' });
});

test('a response that is not HTTP is http_error', async () => {
  const port = await listenRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
  expect(await outboundWith().post(message(`http://127.0.0.1:${port}/`))).toMatchObject({
    outcome: 'http_error',
    status: null,
  });
});

test('a receiver that sends interim responses without end is http_error, long before the deadline', async () => {
  const port = await listenRaw((socket) =>
    socket.once('data', () => {
      const flood = () => {
        while (socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)));
      };
      socket.on('drain', flood);
      flood();
    }),
  );
  const outbound = outboundWith({ connectMs: 60_000, responseMs: 60_000 });
  const answer = await outbound.post(message(`http://127.0.0.1:${port}/`));
  expect(answer).toMatchObject({ outcome: 'http_error', status: null });
});

test('some interim responses before the response do no harm', async () => {
  const answers = `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(16)}HTTP/1.1 204 No Content\r\n\r\n`;
  const port = await listenRaw((socket) => socket.once('data', () => socket.write(answers)));
  const answer = await outboundWith().post(message(`http://127.0.0.1:${port}/`));
  expect(answer).toMatchObject({ outcome: 'ok', status: 204 });
});

test('a receiver that wants another protocol is http_error at once', async () => {
  const answer101 = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const port = await listenRaw((socket) => socket.once('data', () => socket.write(answer101)));
  const outbound = outboundWith({ connectMs: 60_000, responseMs: 60_000 });
  const answer = await outbound.post(message(`http://127.0.0.1:${port}/`));
  expect(answer).toMatchObject({ outcome: 'http_error', status: 101 });
});

test('connections are used again, and one that the receiver has closed meanwhile loses nothing', async () => {
  let connections = 0;
  const port = await listenRaw((socket) => {
    connections += 1;
    let requests = 0;
    socket.on('data', () => {
      requests += 1;
      // The receiver has closed the connection of the third request.
      if (requests === 3) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const outbound = outboundWith();
  for (let sent = 0; sent < 4; sent += 1)
    expect(await outbound.post(message(`http://127.0.0.1:${port}/`))).toMatchObject({ outcome: 'ok' });
  expect(connections).toBe(2);
});

const inNinetySeconds = (): string => new Date(Date.now() + 90_000).toUTCString();

test.each([
  ['seconds', (): string => '120', 120],
  ['more seconds than a number holds', (): string => '9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['a date that is over', (): string => 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['two numbers', (): string => '3600, 10', null],
  ['a negative number', (): string => '-5', null],
  ['a date', inNinetySeconds, expect.closeTo(90, -1)],
  ['neither', (): string => 'soon', null],
] as const)('Retry-After as %s', async (_name, header, seconds) => {
  const receiver = await receiverWith();
  receiver.answerAlways((response) => response.writeHead(503, { 'retry-after': header() }).end());
  const answer = await outboundWith().post(message(receiver.url));
  expect(answer.retryAfterSeconds).toEqual(seconds);
});
