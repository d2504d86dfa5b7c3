import { expect } from 'vitest';
import type { Gateway } from '../../../src/pipeline/gateway.ts';
import type { RestClient } from '../gateway-process.ts';
import type { CarefulClient } from './careful-client.ts';

const WORKERS_PER_CLIENT = 4;

type Row = Readonly<Record<string, string>>;

/** Every row of a list, by its pages; its `count` has to say how many they are. */
async function walk({ rest }: RestClient, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const query = path.includes('?') ? '&' : '?';
  let after = '';
  for (;;) {
    const { json } = await rest('GET', `${path}${query}limit=100${after}`);
    rows.push(...json.items);
    if (json.items.length < 100) {
      expect([path, json.count]).toEqual([path, rows.length]);
      return rows;
    }
    const last = rows.at(-1);
    after = `&starting_after=${last?.['funding_id'] ?? last?.['customer_id']}`;
  }
}

const sorted = (names: Iterable<string | undefined>) => [...names].toSorted();

/** Checks that exactly the confirmed changes exist, each once, and that every total is the number of its rows. */
export async function changesStand(client: RestClient, { acknowledged }: CarefulClient): Promise<void> {
  const answers = (path: RegExp) =>
    acknowledged.filter(({ change }) => path.test(change.path)).map(({ answer }) => answer.json);
  const customers = await walk(client, '/v1/customers');
  const created = answers(/customers$/);
  expect(sorted(customers.map((row) => row['external_customer_id']))).toEqual(
    sorted(created.map((row) => row.external_customer_id)),
  );
  const settlements = await walk(client, '/v1/instant-settlements');
  expect(sorted(settlements.map((row) => row['funding_id']))).toEqual(
    sorted(answers(/instant-settlements$/).map((row) => row.funding_id)),
  );
  const accepted = await walk(client, '/v1/instant-settlements?status=accepted&currency=HKD');
  expect(sorted(accepted.map((row) => row['funding_id']))).toEqual(
    sorted(answers(/decision$/).map((row) => row.funding_id)),
  );
  for (const id of new Set(settlements.map((row) => row['customer_id'])))
    await walk(client, `/v1/customers/${id}/instant-settlements`);
}

/** Checks that the trail has each change with an idempotency key once, and nothing else. */
export async function trailIsExact({ database }: Gateway, { acknowledged }: CarefulClient): Promise<void> {
  const rows = await database.reads
    .selectFrom('event')
    .select((eb) => ['subject', 'type', eb.fn.countAll<number>().as('times')])
    .where('type', 'in', [
      'customer.created',
      'kyc.updated',
      'funding.submitted',
      'funding.approved',
      'funding.accepted',
    ])
    .groupBy(['subject', 'type'])
    .execute();
  const expected = new Map<string, number>();
  const expectOnce = (event: string) => expected.set(event, (expected.get(event) ?? 0) + 1);
  for (const { change, answer } of acknowledged) {
    if (change.path === '/v1/customers') expectOnce(`customer/${answer.json.customer_id} customer.created`);
    if (change.path.startsWith('/v1/kyc/hk/'))
      expectOnce(`kyc/${change.path.slice('/v1/kyc/hk/'.length)} kyc.updated`);
    if (change.path === '/v1/instant-settlements') {
      expectOnce(`funding/${answer.json.funding_id} funding.submitted`);
      expectOnce(`funding/${answer.json.funding_id} funding.approved`);
    }
    if (change.path.endsWith('/decision')) expectOnce(`funding/${answer.json.funding_id} funding.accepted`);
  }
  const found = rows.map(({ subject, type, times }) => [`${subject} ${type}`, Number(times)]);
  expect(sorted(found.map(String))).toEqual(sorted([...expected].map(String)));
}

/** Checks that each change with an idempotency key, sent once more to any gateway, gets its first answer. */
export async function replaysAreIdentical(
  clients: readonly RestClient[],
  { acknowledged }: CarefulClient,
): Promise<void> {
  const keyed = acknowledged.filter(({ change }) => change.idempotencyKey !== undefined);
  let next = 0;
  const replayUntilDone = async ({ rest }: RestClient) => {
    for (let at = next++; at < keyed.length; at = next++) {
      const { change, answer } = keyed[at] ?? {};
      if (change === undefined) return;
      const again = await rest(change.method, change.path, change);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(again.text).toBe(answer?.text);
    }
  };
  const clientsOfWorkers = Array.from({ length: WORKERS_PER_CLIENT }, () => clients).flat();
  await Promise.all(clientsOfWorkers.map(replayUntilDone));
}
