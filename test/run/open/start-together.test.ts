// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, pdf, type TestGateway } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { openS3Front, type S3Front } from '../../support/s3/s3-front.ts';
import { BUCKET, type S3Server, startS3Server } from '../../support/s3/s3-server.ts';

let server: S3Server;
let front: S3Front;
const folder = dataFolder();
beforeAll(async () => {
  server = await startS3Server();
  front = await openS3Front(server.port);
});
afterAll(async () => {
  await front.close();
  await server.close();
  folder[Symbol.dispose]();
});

/** Two gateways over one new database and one empty storage, which the first reaches by the front. */
function pairOf(name: string) {
  const place = join(folder.path, name);
  const by = (endpoint: string) =>
    openTestGateway({
      DATA_DIR: place,
      DATABASE_URL: `sqlite:${join(place, 'gateway.db')}`,
      STORAGE_URL: `s3://${BUCKET}/${name}?endpoint=${endpoint}`,
      ...server.environment,
    });
  return { first: () => by(front.endpoint), second: () => by(`http://127.0.0.1:${server.port}`) };
}

/** A document that was uploaded to one gateway is downloaded from the other. */
async function expectSharedAndClose(from: TestGateway, to: TestGateway): Promise<void> {
  const { apiKey, rest, upload } = await from.partner();
  const { json: customer } = await rest('POST', '/v1/customers', customerBody());
  const { json: uploaded } = await upload(customer.customer_id, 'nar1', [pdf('shared')]);
  const path = `/v1/kyc/documents/${customer.customer_id}/${uploaded.files[0].document_id}`;
  const { pathname, search } = new URL((await to.withKey(apiKey).rest('GET', path)).json.url);
  const { status, text } = await to.fetch('GET', pathname + search);
  expect({ status, text }).toEqual({ status: 200, text: Buffer.from(pdf('shared')).toString() });
  await Promise.all([from.close(), to.close()]);
}

/** How often a start asks the storage. */
async function requestsOfStart(): Promise<number> {
  front.delay(null);
  const alone = await pairOf('alone').first();
  await alone.close();
  return front.seen.length;
}

test('a gateway that starts wholly while another one waits for the storage, at any moment of its start, shares it', async () => {
  const requests = await requestsOfStart();
  expect(requests).toBeGreaterThan(2);
  const moments = Array.from({ length: requests }, (_, index) => index + 1).flatMap((nth) =>
    (['before', 'after'] as const).map((when) => ({ when, nth })),
  );
  for (const { when, nth } of moments) {
    const pair = pairOf(`${when}-${nth}`);
    const meanwhile: TestGateway[] = [];
    front.delay(async (at, request) => {
      if (at === when && request === nth) meanwhile.push(await pair.second());
    });
    const first = await pair.first().catch((cause: unknown) => {
      throw new Error(`${when} request ${nth} of its start`, { cause });
    });
    front.delay(null);
    expect(meanwhile).toHaveLength(1);
    for (const second of meanwhile) await expectSharedAndClose(first, second);
  }
});
