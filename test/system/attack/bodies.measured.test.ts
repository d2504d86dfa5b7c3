// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';
import { readAnswer } from '../../support/requests/raw-request.ts';

const MiB = 1024 * 1024;
/** The bytes that the gateway discards of a body without a valid key, and those that the buffers of both sides hold. */
const STRANGER_BYTES_MAX = 52 * MiB;
/** Sooner than the silence on a connection would end it. */
const HUNG_UP_WITHIN_MS = 4_000;

let attacked: AttackedGateway;
beforeAll(async () => {
  attacked = await openAttackedGateway();
});
afterAll(() => attacked.close());

const authorization = `Bearer ${FIRST_KEY}`;
const multipart = 'multipart/form-data; boundary=x';

function* endless(bytes: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

describe('a body of 100 MB without a valid key', () => {
  test.each([
    ['POST /v1/customers', 'application/json', 401],
    ['POST /v1/kyc/documents/cus_x', multipart, 401],
    ['POST /graphql', multipart, 401],
    ['POST /nowhere', 'application/json', 404],
    ['PUT /healthz', 'application/json', 405],
    ['GET /healthz', 'application/json', 200],
  ])(
    'is answered, read a little further, and disconnected: %s',
    async (line, type, status) => {
      let answers: readonly Awaited<ReturnType<typeof sendUntilClosed>>[] = [];
      const harm = await attacked.attackWith(async ({ url }) => {
        const send = (connection: string) =>
          sendUntilClosed(url, { line, type, connection, bytes: 100 * MiB });
        const [kept, closing] = await Promise.all([send('keep-alive'), send('close')]);
        answers = [kept, closing];
        // Both are sent again if one of them was put off.
        return kept.status === status ? closing : kept;
      });
      expectHarmless(harm);
      expect(answers).toHaveLength(2);
      for (const answer of answers) {
        expect([answer.status, answer.closed]).toEqual([status, true]);
        expect(answer.sentBytes).toBeLessThan(STRANGER_BYTES_MAX);
      }
    },
    60_000,
  );

  test('of three megabytes gets its 401, and the connection stays open', async () => {
    const body = Buffer.alloc(3 * MiB, ' ');
    const headers = { 'Content-Type': 'application/json', Connection: 'keep-alive' };
    const harm = await attacked.attack({ line: 'POST /v1/customers', headers, body });
    expectHarmless(harm);
    expect([harm.answer.status, harm.answer.closed]).toEqual([401, false]);
  });
});

/** Sends until the connection is closed, without reading the answer. */
async function sendUntilClosed(
  url: string,
  { line, type, connection, bytes }: { line: string; type: string; connection: string; bytes: number },
) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let raw = '';
  let closed = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => (raw += String(chunk)));
  socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closed = true;
      resolve();
    });
  });
  const late = setTimeout(HUNG_UP_WITHIN_MS, null, { ref: false });
  for (const chunk of endless(bytes)) {
    if (closed) break;
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), ended, late]);
  }
  await Promise.race([ended, late]);
  const sentBytes = socket.bytesWritten;
  socket.destroy();
  return { ...readAnswer(raw), raw, bytes: raw.length, closed, sentBytes };
}

describe('with a valid key', () => {
  const part = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const query =
    'mutation ($i: UploadDocumentsInput!) { uploadDocuments(customerId: "cus_x", input: $i) { type } }';

  test.each(['operations', 'map'])('a hundred parts named %s are refused at the second', async (name) => {
    const operations = part('operations', JSON.stringify({ query, variables: { i: null } }));
    const big = Buffer.from(part(name, `{"query": "${'x'.repeat(MiB - 100)}"}`));
    const body = Buffer.concat([Buffer.from(operations), ...Array.from({ length: 99 }, () => big)]);
    const headers = { Authorization: authorization, 'Content-Type': multipart, Connection: 'keep-alive' };
    const harm = await attacked.attack({ line: 'POST /graphql', headers, body });
    expectHarmless(harm);
    // The id is refused before the parts are read.
    expect(harm.answer.text).toContain('"code":"resource_missing"');
  });

  test('a thousand requests for /readyz at once are one check', async () => {
    const pipelined = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000);
    const harm = await attacked.attack({ line: `${pipelined}GET /readyz` });
    expectHarmless(harm);
    expect(harm.answer.status).toBe(200);
  });
});
