// Processes, since a gateway and the commands of an operator share a file and no memory.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carefulClient } from '../../support/crash/careful-client.ts';
import { chance } from '../../support/crash/chance.ts';
import { completeCustomer, work } from '../../support/crash/partner-work.ts';
import { changesStand } from '../../support/crash/verdict.ts';
import {
  commandLine,
  dataFolder,
  failuresIn,
  type GatewayProcess,
  startGateway,
} from '../../support/gateway-process.ts';

const folder = dataFolder();
let gateway: GatewayProcess;
beforeAll(async () => {
  gateway = await startGateway(folder.path);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function newPartner(): Promise<{ partner_id: string; api_key: string }> {
  const { code, out, err } = await commandLine(folder.path, 'partner', 'create', 'Acme', '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test('a partner that the command line made beside a running gateway is served, until its key is revoked', async () => {
  const { partner_id, api_key: key } = await newPartner();
  expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);

  const made = await commandLine(folder.path, 'key', 'create', partner_id, '--json');
  const { key_id, api_key } = JSON.parse(made.out);
  expect((await gateway.rest('GET', '/v1/customers', { key: api_key })).status).toBe(200);
  expect((await commandLine(folder.path, 'key', 'revoke', key_id)).code).toBe(0);
  const revokedAt = Date.now();
  let sentAt = revokedAt;
  /** When the last request that was served was sent: one that was sent in time may be answered late. */
  let servedAt = revokedAt;
  let answer = await gateway.rest('GET', '/v1/customers', { key: api_key });
  while (answer.status === 200 && sentAt - revokedAt < 5_000) {
    servedAt = sentAt;
    await setTimeout(50);
    sentAt = Date.now();
    answer = await gateway.rest('GET', '/v1/customers', { key: api_key });
  }
  expect({ status: answer.status, code: answer.json.error.code }).toEqual({
    status: 401,
    code: 'api_key_revoked',
  });
  expect(servedAt - revokedAt).toBeLessThan(2_000);
  expect((await gateway.rest('GET', '/v1/customers', { key })).status).toBe(200);
});

test('the gateway and the command line write to one file at the same time, and each is served', async () => {
  const { partner_id } = await newPartner();
  const luck = chance();
  // Neither a client nor the operator has to repeat anything: every first answer is a success.
  const client = carefulClient([gateway], luck, []);
  const commands = [
    ['key', 'create', partner_id],
    ['partner', 'update', partner_id, '--auto-accept'],
    ['partner', 'create', 'Other'],
    ['audit', 'checkpoint'],
  ];
  const commandsDone = new AbortController();

  const partner = Array.from({ length: 6 }, async (_, worker) => {
    const customerId = await completeCustomer(client, `worker-${worker}`);
    for (let turn = 0; !commandsDone.signal.aborted; turn += 1)
      await work(client, luck, customerId, `worker-${worker}-${turn}`);
  });
  const operator = [0, 1].map(async (firstCommand) => {
    for (const command of [...commands, ...commands].slice(firstCommand, firstCommand + commands.length)) {
      const { code, err } = await commandLine(folder.path, ...command, '--json');
      expect([command, code, err]).toEqual([command, 0, expect.not.stringMatching(/locked|cannot/)]);
    }
  });
  await Promise.all([Promise.all(operator).finally(() => commandsDone.abort()), ...partner]);

  await changesStand(gateway, client);
  expect((await commandLine(folder.path, 'audit', 'verify')).code).toBe(0);
  expect(failuresIn(gateway.printed.text)).toEqual([]);
  expect(gateway.printed.text).not.toContain('locked');
});
