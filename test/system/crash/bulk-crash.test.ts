// Processes, since they are killed.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { onBothDatabases } from '../../support/on-both-databases.ts';

const SECRET_KEY = '0d'.repeat(32);
const ITEMS = 500;
const SETTLEMENTS = 5;
/** Milliseconds from the request to the kill: before, within and perhaps after the transaction. */
const KILLED_AFTER_MS = [5, 60, 150, 300, 600];

/** Settlements whose money was sent, and keys of their partner and an operator. */
async function prepare(environment: NodeJS.ProcessEnv) {
  const gateway = await openTestGateway(environment);
  const partner = await gateway.partner({ review: 'auto', auto_accept: true });
  const operator = await gateway.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer('HK');
  const ids: string[] = [];
  for (let made = 0; made < SETTLEMENTS; made += 1) {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
    const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { id } }';
    const sent = await operator.graphql(disburse, { id: json.funding_id });
    expect(sent.json.errors).toBeUndefined();
    ids.push(json.funding_id);
  }
  await gateway.close();
  return { ids, partner: partner.apiKey, operator: operator.apiKey };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const BULK = `mutation ($items: [RecordRepaymentsItem!]!) {
  recordRepayments(input: { items: $items }) { recorded refused items { repayment { id } } }
}`;

/** Sends the bulk of a round. Null if the connection broke. */
async function send(gateway: GatewayProcess, { ids, operator }: Prepared, round: number) {
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    fundingId: ids[at % ids.length],
    amount: 1,
    source: 'TRANSFER',
    reference: `round ${round}, item ${at}`,
  }));
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operator}`,
      'content-type': 'application/json',
      'idempotency-key': `bulk-${round}`,
    },
    body: JSON.stringify({ query: BULK, variables: { items } }),
  }).catch(() => null);
  return (await response?.text().catch(() => null)) ?? null;
}

/** How many repayments there are, and what they paid. */
async function standing(gateway: GatewayProcess, { ids, partner }: Prepared) {
  let [count, paid] = [0, 0];
  for (const id of ids) {
    const path = `/v1/instant-settlements/${id}`;
    count += (await gateway.rest('GET', `${path}/repayments`, { key: partner })).json.count;
    paid += (await gateway.rest('GET', path, { key: partner })).json.servicing.paid;
  }
  return { count, paid };
}

async function killInBulks(environment: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const settings = { ...environment, SECRET_KEY, STORAGE_URL: `fs:${join(folder, 'files')}` };
  const prepared = await prepare({ ...settings, DATA_DIR: folder });
  const start = () => startGateway(folder, settings);
  let gateway = await start();
  let known = 0;
  try {
    for (const [round, after] of KILLED_AFTER_MS.entries()) {
      const first = send(gateway, prepared, round);
      await setTimeout(after);
      await gateway.kill();
      const text = await first;
      gateway = await start();

      const left = await standing(gateway, prepared);
      // All or none: a kill may come before the commit or after it. What was answered is there.
      const all = { count: known + ITEMS, paid: known + ITEMS };
      const none = { count: known, paid: known };
      expect(text === null ? [none, all] : [all]).toContainEqual(left);

      const again = await send(gateway, prepared, round);
      expect(JSON.parse(again ?? '').data.recordRepayments).toMatchObject({ recorded: ITEMS, refused: 0 });
      if (text !== null) expect(again).toBe(text);
      expect(await send(gateway, prepared, round)).toBe(again);
      expect(await standing(gateway, prepared)).toEqual(all);
      known += ITEMS;
    }
  } finally {
    await gateway.kill();
  }
}

onBothDatabases(
  'a gateway that is killed within a bulk of 500 has recorded all of it or nothing',
  killInBulks,
);
