// Processes, since they are killed.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

const CLIENTS = 6;
const CRASHES = 3;

/**
 * Creates customers one after another and repeats each until it is confirmed, like a careful client on a bad
 * connection.
 */
async function createUntilStopped(client: number, gateway: () => GatewayProcess, isRunning: () => boolean) {
  const acknowledged = new Map<string, string>();
  for (let number = 0; isRunning(); number += 1) {
    const idempotencyKey = `client-${client}-${number}`;
    const body = customerBody({ external_customer_id: idempotencyKey });
    for (;;) {
      const answer = await gateway()
        .rest('POST', '/v1/customers', { body, idempotencyKey })
        .catch(() => null);
      if (answer?.status === 200) {
        acknowledged.set(idempotencyKey, answer.text);
        break;
      }
      // Only a broken connection, or a first attempt that is still running, is allowed.
      if (answer !== null) expect(answer.json.error.code).toBe('idempotency_key_in_use');
      await setTimeout(20);
    }
  }
  return acknowledged;
}

async function allCustomers(gateway: GatewayProcess) {
  const customers: { customer_id: string; external_customer_id: string }[] = [];
  let after = '';
  for (;;) {
    const { json } = await gateway.rest('GET', `/v1/customers?limit=100${after}`);
    customers.push(...json.items);
    if (json.items.length < 100) return { customers, count: json.count };
    after = `&starting_after=${customers.at(-1)?.customer_id}`;
  }
}

test('after a gateway is killed at any moment, every acknowledged change exists once', async () => {
  using folder = dataFolder();
  const PORT = String(await freePort());
  let gateway = await startGateway(folder.path, { PORT });
  let isRunning = true;
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    createUntilStopped(
      client,
      () => gateway,
      () => isRunning,
    ),
  );
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await setTimeout(200 + Math.random() * 500);
    await gateway.kill();
    gateway = await startGateway(folder.path, { PORT });
  }
  isRunning = false;
  const acknowledged = new Map((await Promise.all(clients)).flatMap((client) => [...client]));
  await using last = gateway;

  const { customers, count } = await allCustomers(last);
  expect(acknowledged.size).toBeGreaterThan(CLIENTS * CRASHES);
  expect(customers.map((customer) => customer.external_customer_id).toSorted()).toEqual(
    [...acknowledged.keys()].toSorted(),
  );
  expect(count).toBe(customers.length);

  const sample = [...acknowledged].slice(-50);
  for (const [idempotencyKey, first] of sample) {
    const body = customerBody({ external_customer_id: idempotencyKey });
    const again = await last.rest('POST', '/v1/customers', { body, idempotencyKey });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first);
  }
});
