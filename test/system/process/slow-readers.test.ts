// A process, since it sends for minutes to clients that hardly read, at its real limits.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { customerBody, pdf, sha256, uploadForm } from '../../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { MiB } from '../../support/requests/bytes.ts';
import { hasNginx, startNginx } from '../compose/nginx.ts';
import { needs, needsNginx } from '../../support/needs.ts';

/** The long form takes longer than a client may take nothing, seven minutes, and next to no processor time. */
const isLong = process.env['TEST_SILENCE'] === 'on';
const LONG = needs(isLong, 'TEST_SILENCE=on runs it, for minutes.');
const TIMEOUT_MS = 500_000;
const SLOW_MS = 400_000;
const BYTES_PER_MS = 10;
/** More than the system takes in place of a client. */
const FILE = pdf('x'.repeat(24 * MiB));

const folder = dataFolder();
let gateway: GatewayProcess;
let proxy: Awaited<ReturnType<typeof startNginx>> | undefined;
let path: string;
beforeAll(async () => {
  if (!isLong) return;
  gateway = await startGateway(folder.path, { TRUST_PROXY: '1' });
  const { port } = gateway;
  if (hasNginx) proxy = await startNginx(folder.path, String(await freePort()), [port, port, port]);
  const { json: customer } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const documents = `/v1/kyc/documents/${customer.customer_id}`;
  const { json: stored } = await gateway.rest('POST', documents, { body: uploadForm('nar1', [FILE]) });
  const { json } = await gateway.rest('GET', `${documents}/${stored.files[0].document_id}`);
  const { pathname, search } = new URL(json.url);
  path = pathname + search;
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await gateway?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The hash of a file that is read slowly, and at last at once. */
async function readSlowly(port: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const hash = createHash('sha256');
  const end = performance.now() + SLOW_MS;
  let head: string | null = '';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n`);
  socket.on('data', (bytes) => {
    if (head === null) hash.update(bytes);
    else {
      head += bytes.toString('latin1');
      const at = head.indexOf('\r\n\r\n');
      if (at >= 0) hash.update(head.slice(at + 4), 'latin1');
      if (at >= 0) head = null;
    }
    if (performance.now() > end) return;
    socket.pause();
    void setTimeout(bytes.length / BYTES_PER_MS).then(() => socket.resume());
  });
  await once(socket, 'close');
  return hash.digest('hex');
}

describe.concurrent('a client that takes 10 kB a second gets the whole of its file', () => {
  test('from a gateway', { timeout: TIMEOUT_MS, ...LONG }, async () => {
    expect(await readSlowly(gateway.port)).toBe(sha256(FILE));
  });

  test('behind nginx', { timeout: TIMEOUT_MS, ...needsNginx(hasNginx), ...LONG }, async () => {
    expect(await readSlowly(new URL(proxy?.url ?? '').port)).toBe(sha256(FILE));
  });
});
