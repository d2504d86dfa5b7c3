// A process, since signals stop it, and it ends with an exit code.
import { request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { customerBody, kycBody, pdf, uploadForm } from '../../support/gateway.ts';
import { dataFolder, FIRST_KEY, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

async function uploadPath(gateway: GatewayProcess): Promise<string> {
  const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  await gateway.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, { body: kycBody() });
  return `/v1/kyc/documents/${json.customer_id}`;
}

/** An upload of which the first half was sent, and which the gateway has begun to read: only then it says `100 Continue`. */
async function beginUpload(gateway: GatewayProcess, path: string) {
  const types = Object.keys((await gateway.rest('GET', path)).json);
  const whole = new Response(uploadForm(types[0] ?? '', [pdf('slow '.repeat(2_000))]));
  const contentType = whole.headers.get('content-type') ?? '';
  const body = Buffer.from(await whole.arrayBuffer());
  const upload = request(new URL(path, gateway.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${FIRST_KEY}`,
      'content-type': contentType,
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(upload, 'response');
  const half = body.length / 2;
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(body.subarray(0, half));
  return {
    async finish() {
      upload.end(body.subarray(half));
      const [response] = await answered;
      return { status: response.statusCode, text: await text(response) };
    },
  };
}

test('after SIGTERM /readyz fails for two seconds, and every answer ends its connection', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const stopped = gateway.stop();
  const paths = ['/readyz', '/healthz', '/v1/customers', '/graphql'];
  // All at once and again and again, so that a machine that is busy finds the two seconds.
  const answers = async () => {
    const [created, ...others] = await Promise.all([
      gateway.rest('POST', '/v1/customers', { body: customerBody() }),
      ...paths.map((path) => gateway.rest('GET', path)),
    ]);
    const connections = others.map(({ headers }) => headers.get('connection'));
    return { created: created.status, ready: others[0]?.status, connections };
  };
  const closing = { created: 200, ready: 503, connections: paths.map(() => 'close') };
  await expect.poll(answers).toEqual(closing);
  expect(await stopped).toBe(0);
});

test('SIGINT, which comes from a keyboard and not from a balancer, ends at once', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  gateway.child.kill('SIGINT');
  let stopping = 0;
  const status = async () => {
    const answer = await fetch(`${gateway.url}/readyz`).catch(() => null);
    if (answer?.status === 503) stopping += 1;
    return answer?.status ?? null;
  };
  await expect.poll(status).toBeNull();
  // In two seconds there would be many; some come before the end of the port, and on connections that are open.
  expect(stopping).toBeLessThanOrEqual(10);
  expect(await gateway.exited).toBe(0);
});

/** Half of what requests get that do not end: what waits for nothing is sooner, on a busy machine too. */
const SOON_MS = 15_000;

// Each has a gateway of its own, and most of the time is what a balancer gets to notice.
describe.concurrent('a stop', () => {
  test('SIGTERM lets a running request finish, accepts no other, and exits with 0', async (own) => {
    using folder = dataFolder();
    await using gateway = await startGateway(folder.path);
    const path = await uploadPath(gateway);
    const upload = await beginUpload(gateway, path);
    const stopped = gateway.stop();
    await own.expect.poll(() => fetch(`${gateway.url}/healthz`).catch(() => null)).toBeNull();
    expect(gateway.child.exitCode).toBeNull();

    const finishedAt = Date.now();
    const answer = await upload.finish();
    expect(answer.status, answer.text).toBe(200);
    expect(await stopped).toBe(0);
    expect(Date.now() - finishedAt).toBeLessThan(SOON_MS);

    await using again = await startGateway(folder.path);
    expect((await again.rest('GET', path)).text).toContain('doc_');
  });

  test('SIGTERM with nothing to do ends soon, connections that are kept alive included', async () => {
    using folder = dataFolder();
    await using gateway = await startGateway(folder.path);
    await Promise.all(Array.from({ length: 5 }, () => gateway.rest('GET', '/v1/customers')));
    const stoppedAt = Date.now();
    expect(await gateway.stop()).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(SOON_MS);
  });
});
