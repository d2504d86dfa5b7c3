import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { customerBody } from '../gateway.ts';
import { commandLine, dataFolder, startGateway } from './gateway-process.ts';

async function newPartner(folder: string): Promise<{ partner_id: string; api_key: string }> {
  const { code, out, err } = await commandLine(folder, 'partner', 'create', 'Acme', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test('a partner made beside a running gateway is served, until its key is revoked', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const { partner_id, api_key: key } = await newPartner(folder.path);
  expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);

  const made = await commandLine(folder.path, 'key', 'create', partner_id, '--json');
  const { key_id, api_key } = JSON.parse(made.out);
  expect((await gateway.rest('GET', '/v1/customers', { key: api_key })).status).toBe(200);
  expect((await commandLine(folder.path, 'key', 'revoke', key_id)).code).toBe(0);
  const revokedAt = Date.now();
  let answer = await gateway.rest('GET', '/v1/customers', { key: api_key });
  while (answer.status === 200 && Date.now() - revokedAt < 5_000) {
    await setTimeout(50);
    answer = await gateway.rest('GET', '/v1/customers', { key: api_key });
  }
  expect(Date.now() - revokedAt).toBeLessThan(2_000);
  expect({ status: answer.status, code: answer.json.error.code }).toEqual({
    status: 401,
    code: 'api_key_revoked',
  });
  expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);
});

test('the gateway and the command line write at the same time, and neither fails', async () => {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const { partner_id, api_key: key } = await newPartner(folder.path);
  const keysMade = new AbortController();

  const writers = Array.from({ length: 8 }, async () => {
    let made = 0;
    while (!keysMade.signal.aborted) {
      const answer = await gateway.rest('POST', '/v1/customers', { key, body: customerBody() });
      expect(answer.status, answer.text).toBe(200);
      made += 1;
    }
    return made;
  });
  const keys = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const ids: string[] = [];
      for (let time = 0; time < 3; time += 1) {
        const { code, out, err } = await commandLine(folder.path, 'key', 'create', partner_id, '--json');
        expect({ code, err }).toEqual({ code: 0, err: '' });
        ids.push(JSON.parse(out).key_id);
      }
      return ids;
    }),
  ).finally(() => keysMade.abort());

  const made = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
  expect(new Set(keys.flat()).size).toBe(6);
  expect((await gateway.rest('GET', '/v1/customers', { key })).json.count).toBe(made);
  expect(gateway.printed.text).not.toContain('failure');
}, 60_000);
