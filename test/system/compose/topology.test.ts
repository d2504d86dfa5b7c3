// Processes, three gateways behind nginx, as docker-compose.yml has them.
import { createHash } from 'node:crypto';
import { createClient } from 'graphql-sse';
import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkJourney } from '../../demo/journey/journey.ts';
import { customerBody, kycBody, pdf, uploadForm } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, FIRST_KEY, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { LONG_NAMED, LONG_SEARCH } from './long-search.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { answerOn, REFUSED_BY_NGINX } from './refused-by-nginx.ts';
import { needsNginx } from '../../support/needs.ts';

const MiB = 1024 * 1024;

describe('three gateways behind nginx as in docker-compose.yml', needsNginx(hasNginx), () => {
  const folder = dataFolder();
  let server: PostgresServer;
  let gateways: GatewayProcess[] = [];
  let settings: NodeJS.ProcessEnv = {};
  let proxy: Awaited<ReturnType<typeof startNginx>>;

  beforeAll(async () => {
    const port = String(await freePort());
    server = await startPostgres();
    settings = {
      DATABASE_URL: await server.create('fundgate'),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'info',
    };
    gateways = await Promise.all([0, 1, 2].map(() => startGateway(folder.path, settings)));
    proxy = await startNginx(
      folder.path,
      port,
      gateways.map((gateway) => gateway.port),
    );
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const authorization = `Bearer ${FIRST_KEY}`;
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${proxy.url}${path}`, {
      method,
      headers: {
        authorization,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body),
    });

  test('the demo passes through, and every gateway has answered a part of it', async () => {
    const lines: string[] = [];
    await walkJourney({ baseUrl: proxy.url, apiKey: FIRST_KEY }, (line) => void lines.push(line));
    expect(lines.at(-1)).toBe('Every answer was as the contract says.');
    for (const { printed } of gateways) expect(printed.text).toContain('"route":"/v1/customers"');
  });

  test('100 MB pass both ways unchanged, and the proxy keeps nothing of them', async () => {
    const { customer_id } = await (await send('POST', '/v1/customers', customerBody())).json();
    await send('PUT', `/v1/kyc/hk/${customer_id}`, kycBody());
    const path = `/v1/kyc/documents/${customer_id}`;
    const files = Array.from({ length: 4 }, (_, at) => pdf(`${at}`.repeat(24 * MiB)));
    const uploaded = await send('POST', path, uploadForm('nar1', files));
    expect(uploaded.status, await uploaded.text()).toBe(200);
    const { nar1 } = await (await send('GET', path)).json();
    const { url } = await (await send('GET', `${path}/${nar1[2].document_id}`)).json();
    expect(url).toContain(proxy.url);
    const download = await fetch(url);
    expect(download.status).toBe(200);
    const bytes = await download.bytes();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256')
        .update(files[2] ?? '')
        .digest('hex'),
    );
    const range = await fetch(url, { headers: { range: 'bytes=0-7' } });
    expect([range.status, await range.text()]).toEqual([206, '%PDF-1.7']);
  });

  test.each([
    ['announced', { 'content-length': String(200 * MiB) }],
    ['sent without a length', { 'transfer-encoding': 'chunked' }],
  ])('a body that is too large is refused by the gateway: %s', async (_how, headers) => {
    const upload = request(new URL('/v1/customers', proxy.url), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
    });
    upload.on('error', () => {});
    const answered = once(upload, 'response');
    upload.write(Buffer.alloc(4 * MiB, ' '));
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await text(response)).error.code).toBe('request_too_large');
    upload.destroy();
  });

  test('a response whose header repeats a long search passes', async () => {
    for (let made = 0; made < 2; made += 1) await send('POST', '/v1/customers', LONG_NAMED);
    const answer = await send('GET', LONG_SEARCH);
    expect([answer.status, (await answer.json()).count]).toEqual([200, 2]);
    expect(answer.headers.get('link')?.length).toBeGreaterThan(4_096);
  });

  test.each(REFUSED_BY_NGINX)(
    'what nginx refuses itself is told as a gateway tells it: %s',
    async (_what, sent, told) => {
      const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
      expect(await answerOn(socket, sent)).toMatchObject({ told, isWhole: true });
    },
  );

  test('a request id of the client reaches the gateway, and the logs have it without a path or a signature', async () => {
    const answer = await send('GET', '/v1/files/doc_x?expires=1&signature=5ecret', undefined, {
      'request-id': 'from-a-client',
    });
    expect([answer.status, answer.headers.get('request-id')]).toEqual([403, 'from-a-client']);
    await expect.poll(() => proxy.printed()).toMatch(/ GET 403 .* from-a-client\n/);
    expect(proxy.printed()).not.toMatch(/5ecret|doc_/);
  });

  test('a gateway that dies gets no more requests at once; when none is left, the response is an error of the catalogue', async () => {
    await gateways[0]?.kill();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await send('GET', '/v1/customers')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    const answer = await send('GET', '/v1/customers', undefined, { 'request-id': 'nobody-there' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toEqual({
      error: {
        type: 'api_error',
        code: 'service_unavailable',
        message: 'The gateway cannot be reached.',
        request_id: 'nobody-there',
        doc_url: `${proxy.url}/docs/errors#service_unavailable`,
      },
    });
    // One that is back is found among those that are not.
    const PORT = gateways[1]?.port;
    gateways = [await startGateway(folder.path, { ...settings, PORT })];
    await expect.poll(async () => (await send('GET', '/v1/customers')).status).toBe(200);
  });

  test('a subscription passes as it comes', async () => {
    const client = createClient({
      url: `${proxy.url}/graphql`,
      headers: { authorization },
      retryAttempts: 0,
    });
    const query = 'subscription ($after: String) { events(after: $after) { cursor event { subject } } }';
    const latest = await send('GET', '/v1/events?after=latest');
    const { next_cursor } = JSON.parse(await latest.text());
    const payloads = client.iterate<{ events: { cursor: string; event: { subject: string } } | null }>({
      query,
      variables: { after: next_cursor },
    });
    const first = payloads.next();
    const { customer_id } = JSON.parse(await (await send('POST', '/v1/customers', customerBody())).text());
    const { value } = await first;
    expect(value?.data?.events?.event.subject).toBe(`customer/${customer_id}`);
    client.dispose();
  });
});
