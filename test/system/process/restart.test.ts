import { expect, test } from 'vitest';
import { customerBody, kycBody, pdf, uploadForm } from '../../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

/** What a client knows when the gateway stops. */
async function leaveTraces(gateway: GatewayProcess) {
  const create = { body: customerBody(), idempotencyKey: 'before-the-restart' };
  const created = await gateway.rest('POST', '/v1/customers', create);
  const id: string = created.json.customer_id;
  await gateway.rest('PUT', `/v1/kyc/hk/${id}`, { body: kycBody() });
  const types = Object.keys((await gateway.rest('GET', `/v1/kyc/documents/${id}`)).json);
  const path = `/v1/kyc/documents/${id}`;
  await gateway.rest('POST', path, { body: uploadForm(types[0] ?? '', [pdf('kept')]) });
  const documentId = /doc_\w+/.exec((await gateway.rest('GET', path)).text)?.[0] ?? '';
  const document = await gateway.rest('GET', `${path}/${documentId}`);
  const signedUrl: string = document.json.url;
  const kyc = await gateway.rest('GET', `/v1/kyc/hk/${id}`);
  return { id, create, created, kyc, signedUrl };
}

test.each([
  ['SIGTERM', (gateway: GatewayProcess) => gateway.stop()],
  ['kill -9', (gateway: GatewayProcess) => gateway.kill()],
])('after %s and a restart everything acknowledged is there, and what was signed holds', async (_, end) => {
  using folder = dataFolder();
  await using before = await startGateway(folder.path);
  const { id, create, created, kyc, signedUrl } = await leaveTraces(before);
  expect(created.status).toBe(200);
  await end(before);

  await using after = await startGateway(folder.path, { PORT: before.port });
  expect((await after.rest('GET', `/v1/customers/${id}`)).json).toMatchObject({ customer_id: id });
  expect((await after.rest('GET', `/v1/kyc/hk/${id}`)).text).toBe(kyc.text);
  const replayed = await after.rest('POST', '/v1/customers', create);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect(replayed.text).toBe(created.text);
  const download = await after.fetch('GET', signedUrl);
  expect({ status: download.status, text: download.text }).toEqual({
    status: 200,
    text: Buffer.from(pdf('kept')).toString(),
  });
  expect((await after.rest('GET', '/v1/customers')).json.count).toBe(1);
});
