// A process, since its real time limits, signals and sockets are the subject.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { customerBody } from '../../support/gateway.ts';
import { dataFolder, FIRST_KEY, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { readAnswer } from '../../support/requests/raw-request.ts';
import { hasNginx, startNginx } from '../compose/nginx.ts';
import { needs, needsNginx } from '../../support/needs.ts';

/** The long form takes as long as the limits themselves, five minutes, and next to no processor time. */
const isLong = process.env['TEST_SILENCE'] === 'on';
const LONG = needs(isLong, 'TEST_SILENCE=on runs it, for minutes.');
const TIMEOUT_MS = 400_000;
/** Node looks at its own limits every five seconds; a busy machine comes late. */
const LATE_MS = 10_000;
/** For a whole header. */
const HEADER_MS = 20_000;
/** What still comes after an answer is read for so long, so that the client gets the answer. */
const DISCARD_MS = 30_000;
/** So many bytes must come within the first 30 seconds. */
const SMALL_BYTES = 65_536;
/** From the beginning of a body to a SIGTERM, so that its 30 seconds end before those of the gateway. */
const AWHILE_MS = 3_000;

const folder = dataFolder();
let gateway: GatewayProcess;
let proxy: Awaited<ReturnType<typeof startNginx>> | undefined;
beforeAll(async () => {
  if (!isLong) return;
  gateway = await startGateway(folder.path, { TRUST_PROXY: '1' });
  const { port } = gateway;
  if (hasNginx) proxy = await startNginx(folder.path, String(await freePort()), [port, port, port]);
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await gateway?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

interface Slow {
  readonly what: string;
  /** Bytes that are sent at once. */
  readonly sent: string;
  /** Bytes that are sent again and again. */
  readonly trickle?: { readonly bytes: string; readonly everyMs: number };
  /** When it is answered. */
  readonly limitMs: number;
}

const request = (line: string, headers: Readonly<Record<string, string | number>>) =>
  [
    `${line} HTTP/1.1`,
    'Host: gateway',
    `Authorization: Bearer ${FIRST_KEY}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

const JSON_TYPE = { 'Content-Type': 'application/json' };
const CUSTOMERS = 'POST /v1/customers';
const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' };
const KEEPS_COMING = { bytes: ' ', everyMs: 2_000 };

const slowOnes = (customerId: string): readonly Slow[] => [
  { what: 'a connection that says nothing', sent: '', limitMs: HEADER_MS },
  { what: 'a header that stops', sent: 'GET /v1/customers HTTP/1.1\r\nHost: gat', limitMs: HEADER_MS },
  {
    what: 'a header that keeps coming',
    sent: 'GET /v1/customers HTTP/1.1\r\nX-Slow: ',
    trickle: { bytes: 'x', everyMs: 1_000 },
    limitMs: HEADER_MS,
  },
  {
    what: 'a small JSON body that stops',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000 })}{"a":`,
    limitMs: 30_000,
  },
  {
    what: 'a small JSON body that keeps coming',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000 })}{"a":`,
    trickle: KEEPS_COMING,
    limitMs: 30_000,
  },
  {
    what: 'a large JSON body that stops',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000_000 })}{"a":`,
    limitMs: 30_000,
  },
  {
    what: 'a JSON body in chunks that stops',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })}5\r\n{"a":\r\n`,
    limitMs: 30_000,
  },
  {
    what: 'a JSON body in chunks that keeps coming',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })}5\r\n{"a":\r\n`,
    trickle: { ...KEEPS_COMING, bytes: '1\r\n \r\n' },
    limitMs: 30_000,
  },
  {
    what: 'a GraphQL request that stops',
    sent: `${request('POST /graphql', { ...JSON_TYPE, 'Content-Length': 1_000 })}{"query":`,
    limitMs: 30_000,
  },
  {
    what: 'an upload that stops',
    sent: `${request(`POST /v1/kyc/documents/${customerId}`, { ...FORM, 'Content-Length': 1_000_000 })}--b\r\n`,
    limitMs: 30_000,
  },
  {
    what: 'a large JSON body that keeps coming from its beginning on',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000_000 })}{"a":`,
    trickle: KEEPS_COMING,
    limitMs: 30_000,
  },
  {
    what: 'an upload that keeps coming from its beginning on',
    sent: `${request(`POST /v1/kyc/documents/${customerId}`, { ...FORM, 'Content-Length': 1_000_000 })}--b\r\n`,
    trickle: KEEPS_COMING,
    limitMs: 30_000,
  },
  {
    what: 'a large JSON body that keeps coming after its first 64 KiB',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000_000 })}{"a":"${'a'.repeat(SMALL_BYTES)}`,
    trickle: KEEPS_COMING,
    limitMs: 300_000,
  },
  {
    what: 'a JSON body in chunks that keeps coming after its first 64 KiB',
    sent: `${request(CUSTOMERS, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })}10000\r\n${' '.repeat(SMALL_BYTES)}\r\n`,
    trickle: { ...KEEPS_COMING, bytes: '1\r\n \r\n' },
    limitMs: 300_000,
  },
];

/** When a connection got its answer, when it ended, and the answer. */
async function waitOut({ sent, trickle }: Slow, port: string) {
  const began = performance.now();
  const passed = () => performance.now() - began;
  const socket = connect(Number(port), '127.0.0.1');
  let raw = '';
  let answeredMs = Infinity;
  socket.on('data', (bytes) => {
    answeredMs = Math.min(answeredMs, passed());
    raw += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(sent);
  const going = setInterval(() => trickle && socket.write(trickle.bytes), trickle?.everyMs ?? TIMEOUT_MS);
  await once(socket, 'close');
  clearInterval(going);
  return { answeredMs, endedMs: passed(), ...readAnswer(raw) };
}

const waitOutAll = (slow: readonly Slow[], port: string) =>
  Promise.all(slow.map(async (each) => ({ ...each, ...(await waitOut(each, port)) })));

// They wait, and need no processor meanwhile.
describe.concurrent('at the limits of time', () => {
  test(
    'a request that the client does not finish is answered at its time limit, and its connection ends soon after',
    { timeout: TIMEOUT_MS, ...LONG },
    async () => {
      const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
      for (const { what, limitMs, answeredMs, endedMs, status, text } of await waitOutAll(
        slowOnes(json.customer_id),
        gateway.port,
      )) {
        expect([what, status, text]).toEqual([what, 400, expect.stringContaining('body_invalid')]);
        expect([what, text]).toEqual([what, expect.stringContaining('The request did not come in time.')]);
        expect(answeredMs, what).toBeGreaterThan(limitMs - 1_000);
        expect(answeredMs, what).toBeLessThan(limitMs + LATE_MS);
        expect(endedMs, what).toBeLessThan(answeredMs + DISCARD_MS + LATE_MS);
      }
      expect((await gateway.rest('GET', '/v1/customers')).status).toBe(200);
    },
  );

  test(
    'behind nginx the gateway answers bodies at its limits, and a header that does not come ends the connection',
    { timeout: TIMEOUT_MS, ...needsNginx(hasNginx), ...LONG },
    async () => {
      const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
      const port = new URL(proxy?.url ?? '').port;
      for (const { what, limitMs, endedMs, status, text } of await waitOutAll(
        slowOnes(json.customer_id),
        port,
      )) {
        const isHeader = limitMs === HEADER_MS;
        expect([what, status]).toEqual([what, isHeader ? 0 : 400]);
        if (!isHeader)
          expect([what, text]).toEqual([what, expect.stringContaining('The request did not come in time.')]);
        expect(endedMs, what).toBeGreaterThan(limitMs - 1_000);
        expect(endedMs, what).toBeLessThan(limitMs + DISCARD_MS + LATE_MS);
      }
    },
  );

  test(
    'a client whose body has stopped is answered before its gateway stops',
    { timeout: TIMEOUT_MS, ...LONG },
    async () => {
      using own = dataFolder();
      await using stopping = await startGateway(own.path);
      const half = `${request(CUSTOMERS, { ...JSON_TYPE, 'Content-Length': 1_000 })}{"a":`;
      const ended = waitOut({ what: 'a body that stops', sent: half, limitMs: 30_000 }, stopping.port);
      await setTimeout(AWHILE_MS);
      expect(await stopping.stop()).toBe(0);
      const { status, text, answeredMs } = await ended;
      expect([status, text]).toEqual([400, expect.stringContaining('body_invalid')]);
      expect(answeredMs).toBeLessThan(30_000 + LATE_MS);
    },
  );
});
