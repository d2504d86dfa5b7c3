// Processes, since one is killed and the next one goes on with its files.
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';
import { chance } from '../../support/crash/chance.ts';
import { customerBody, kycBody, pdf, uploadForm } from '../../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

/** The answers that a client has when the gateway stops. */
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

test('a gateway that is killed while customers are created keeps each acknowledged one, and none in part', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const acknowledged: string[] = [];
  const kill = { isDone: false, after: 200 + chance().below(400) };
  const create = async (client: number) => {
    for (let at = 0; !kill.isDone; at += 1) {
      const body = customerBody({ external_customer_id: `kill-${client}-${at}` });
      const answer = await gateway.rest('POST', '/v1/customers', { body }).catch(() => null);
      if (answer?.status === 200) acknowledged.push(answer.json.customer_id);
      if (acknowledged.length < kill.after || kill.isDone) continue;
      kill.isDone = true;
      await gateway.kill();
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, client) => create(client)));

  const file = new SqliteFile(join(folder.path, 'gateway.db'));
  const one = (sql: string) => file.prepare<[], unknown>(sql).pluck().get();
  expect(one('pragma integrity_check')).toBe('ok');
  const customers = one('select count(*) from customer');
  const ids = file.prepare<[], unknown>('select id from customer').pluck().all();
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  // Each of the 24 clients may have had one request that was done and not answered.
  expect(Number(customers) - acknowledged.length).toBeLessThanOrEqual(24);
  for (const of of [
    `event join customer on subject = 'customer/' || customer.id`,
    `event join customer on subject = 'kyc/' || customer.id`,
  ])
    expect([of, one(`select count(*) from ${of}`)]).toEqual([of, customers]);
  expect(one(`select total from counter where name = 'all/customers'`)).toBe(customers);
  file.close();
});
