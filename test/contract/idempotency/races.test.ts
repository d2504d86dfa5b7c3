import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chance, chance } from '../../support/crash/chance.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { needsPostgres } from '../../support/needs.ts';
import { freshDatabase, onPostgres } from '../../support/postgres/databases.ts';
import { type Answer, customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';

const PARTNERS = 2;
const ROUNDS = 12;
/** Requests of a round; they go to two gateways at the same moment. */
const REQUESTS = 40;
const KEYS = 12;

let gateways: readonly [TestGateway, TestGateway];
let partners: readonly string[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const folder = dataFolder();
  const fresh = onPostgres() ? await freshDatabase() : null;
  const DATABASE_URL = fresh?.url ?? `sqlite:${folder.path}/gateway.db`;
  gateways = [await openTestGateway({ DATABASE_URL }), await openTestGateway({ DATABASE_URL })];
  const keys = Array.from({ length: PARTNERS }, async () => (await gateways[0].partner()).apiKey);
  partners = await Promise.all(keys);
  drop = async () => {
    await fresh?.drop();
    folder[Symbol.dispose]();
  };
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await drop();
});

/** A creation, with or without a key. Others of its round may have the same key, for this or for another customer. */
interface Creation {
  readonly partner: number;
  readonly key: string | null;
  readonly name: string;
  readonly isValid: boolean;
}

function creationOf({ below }: Chance, round: number): Creation {
  const [partner, key] = [below(PARTNERS), `${round}-${below(KEYS)}`];
  const kind = below(8);
  const name = kind === 0 ? `Other ${key}` : `Of ${partner} ${key}`;
  return { partner, key: kind === 1 ? null : key, name, isValid: kind !== 2 };
}

function send({ partner, key, name, isValid }: Creation, gateway: TestGateway): Promise<Answer> {
  const body = customerBody({ company_name: name, ...(!isValid && { company_country: 'XX' }) });
  const headers = key === null ? {} : { 'idempotency-key': key };
  return gateway.withKey(partners[partner] ?? '').rest('POST', '/v1/customers', body, headers);
}

/** The codes with which a creation may be refused while others have its key. */
const refusalsOf = ({ key, isValid }: Creation) => [
  ...(key === null ? [] : ['idempotency_key_in_use', 'idempotency_key_reused']),
  ...(isValid ? [] : ['country_not_supported']),
];

test('of creations that come at once, one for each key is made, and all requests with that key get its response', async () => {
  const luck = chance();
  console.log(`TEST_SEED=${luck.seed}`);
  const made = partners.map(() => new Set<string>());
  for (let round = 0; round < ROUNDS; round += 1) {
    const creations = Array.from({ length: REQUESTS }, () => creationOf(luck, round));
    const answers = await Promise.all(
      creations.map((each) => send(each, gateways[luck.below(2)] ?? gateways[0])),
    );
    const answerTo = new Map<string, Answer>();
    for (const [at, creation] of creations.entries()) {
      const answer = answers[at];
      if (answer?.status !== 200) {
        expect(refusalsOf(creation)).toContain(answer?.json.error.code);
        continue;
      }
      expect([answer.json.company_name, creation.isValid]).toEqual([creation.name, true]);
      made[creation.partner]?.add(answer.json.customer_id);
      const known = answerTo.get(`${creation.partner} ${creation.key}`);
      if (creation.key !== null && known !== undefined) expect(answer.text).toBe(known.text);
      answerTo.set(`${creation.partner} ${creation.key}`, answer);
    }
    for (const creation of creations) {
      const first = answerTo.get(`${creation.partner} ${creation.key}`);
      if (creation.key === null || first === undefined) continue;
      for (const gateway of gateways) {
        const again = await send(creation, gateway);
        if (creation.isValid && creation.name === first.json.company_name)
          expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
        else expect([again.status, again.json.error.code]).toEqual([409, 'idempotency_key_reused']);
      }
    }
  }
  for (const [partner, ids] of made.entries()) {
    const { json } = await gateways[1].withKey(partners[partner] ?? '').rest('GET', '/v1/customers?limit=1');
    expect(json.count).toBe(ids.size);
  }
});

test(
  'of two changes with one key that run at once on two gateways, only one is made',
  needsPostgres(),
  async () => {
    const [one, other] = gateways.map((gateway) => gateway.withKey(partners[0] ?? ''));
    const created = await one?.rest('POST', '/v1/customers', customerBody());
    const path = `/v1/customers/${created?.json.customer_id}`;
    const headers = { 'idempotency-key': 'one-for-two' };
    const { promise: isOver, resolve: endOf } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = gateways[1].gateway.database.transaction(async (db) => {
      await db
        .selectFrom('customer')
        .select('id')
        .where('id', '=', created?.json.customer_id)
        .forUpdate()
        .execute();
      held.resolve();
      await isOver;
    });
    await held.promise;
    const updating = one?.rest('PUT', path, customerBody({ company_name: 'Changed' }), headers);
    // It holds its key and waits for the row.
    const waits = () =>
      sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(
        gateways[1].gateway.database.reads,
      );
    await expect.poll(async () => (await waits()).rows).toEqual([{ waiting: 1 }]);
    const creating = await other?.rest(
      'POST',
      '/v1/customers',
      customerBody({ company_name: 'Second' }),
      headers,
    );
    endOf();
    await holding;
    const updated = await updating;
    expect([creating?.status, updated?.status, updated?.json.error.code]).toEqual([
      200,
      409,
      'idempotency_key_reused',
    ]);
    expect((await one?.rest('GET', path))?.text).toBe(created?.text);
    const again = await one?.rest('POST', '/v1/customers', customerBody({ company_name: 'Second' }), headers);
    expect([again?.text, again?.headers.get('idempotent-replayed')]).toEqual([creating?.text, 'true']);
  },
);
