import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAfter } from '../../../src/kernel/days.ts';
import { done, partnerWithFunded, purgeBatch } from '../../nouns/sandbox/fixture.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { customerBody, openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

/** What an audit finds if something else happens after each of its statements. */
async function findings(meanwhile: (statement: number) => Promise<unknown>) {
  await fixture.relay();
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      await meanwhile(statements);
      return result;
    },
  };
  return (await verify(fixture, fixture.gateway.database.reads.withPlugin(plugin))).findings;
}

/** Each can be moved three times, and an audit of few rows has fewer than three times so many statements. */
const SETTLEMENTS = 22;

test('an audit finds nothing wrong if the due day of a settlement moves after each of its statements', async () => {
  const { partner, customer, id: first } = await partnerWithFunded(fixture);
  const ids = [first];
  while (ids.length < SETTLEMENTS) {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
    await done(partner, `/instant-settlements/${json.funding_id}/disburse`);
    ids.push(json.funding_id);
  }
  const { json } = await partner.rest('GET', `/v1/instant-settlements/${first}`);
  const found = await findings((statement) => {
    const due_on = daysAfter(json.servicing.due_on, statement);
    return done(partner, `/instant-settlements/${ids[statement % SETTLEMENTS]}/extend`, { due_on });
  });
  expect(found).toEqual([]);
});

/** Removes all of the partner that ended first; returns whether there was one. */
async function purgeOne(): Promise<boolean> {
  for (;;) {
    const { partner_id, isDone } = await purgeBatch(fixture);
    if (isDone) return partner_id !== null;
  }
}

/** Ends a partner that has rows of most tables that an audit reads. */
async function endPartner(): Promise<void> {
  const { partner, id } = await partnerWithFunded(fixture);
  await done(partner, `/instant-settlements/${id}/sales`, { amount: 500_000 });
  await partner.rest('POST', '/v1/sandbox/reset');
}

/** So many statements an audit has until it has looked for all rows that are gone. */
const PARTNERS = 60;

test('an audit misses nothing of partners that are purged while it runs, but rows that others removed', async () => {
  const { partner, id } = await partnerWithFunded(fixture);
  const customer = String((await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id);
  await Promise.all(Array.from({ length: PARTNERS }, endPartner));
  await allowEverything(fixture);
  const { writes } = fixture.gateway.database;
  await writes.deleteFrom('kyc_record').where('customer_id', '=', customer).execute();
  await writes.deleteFrom('customer').where('id', '=', customer).execute();
  await writes.deleteFrom('decision').where('settlement_id', '=', id).execute();
  const found = await findings(purgeOne);
  expect(await purgeOne()).toBe(false);
  expect(found).toMatchObject([
    { fault: 'record_removed', subject: `customer/${customer}` },
    { fault: 'record_removed', subject: expect.stringContaining('decision/') },
  ]);
});

test('a purge that others wrote into the trail hides nothing, because it is found itself', async () => {
  const partner = await fixture.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  await allowEverything(fixture);
  const { writes } = fixture.gateway.database;
  const [subject, partner_id] = [`partner/${partner.partnerId}/read`, `${partner.partnerId}/read`];
  const { number: _, ...genuine } = await writes
    .selectFrom('event')
    .selectAll()
    .where('partner_id', '=', partner.partnerId)
    .where('type', '=', 'partner.created')
    .executeTakeFirstOrThrow();
  const purge = { ...genuine, type: 'partner.purged', subject, partner_id, id: `${genuine.id}0` };
  await writes.insertInto('event').values(purge).execute();
  await writes.deleteFrom('kyc_record').where('customer_id', '=', json.customer_id).execute();
  await writes.deleteFrom('customer').where('id', '=', json.customer_id).execute();
  expect(await findings(async () => {})).toContainEqual(
    expect.objectContaining({ fault: 'event_inserted', event: purge.id }),
  );
});
