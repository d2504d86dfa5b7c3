import { type Kysely, sql } from 'kysely';
import { checkpointEvents } from '../../src/audit/checkpoint-events.ts';
import { type Verification, verifyTrail } from '../../src/audit/verify/verify.ts';
import type { Anchor } from '../../src/audit/anchor.ts';
import type { Tables } from '../../src/kernel/sql/tables.ts';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from './gateway.ts';

export type Db = Kysely<Tables>;

/** Makes checkpoints until no event waits; returns how many events they hold. */
export async function checkpointAll({ gateway }: Pick<TestGateway, 'gateway'>): Promise<number> {
  let events = 0;
  for (
    let made = await checkpointEvents(gateway);
    made.checkpoint !== null;
    made = await checkpointEvents(gateway)
  ) {
    events += made.checkpoint.events;
  }
  return events;
}

export function verify(
  { gateway }: Pick<TestGateway, 'gateway'>,
  db: Db = gateway.database.reads,
  expect: Anchor | null = null,
): Promise<Verification> {
  const { auditKeys: keys, rowMacs } = gateway;
  return verifyTrail(db, { keys, rowMacs, anchors: expect === null ? [] : [expect], progress: () => {} });
}

export async function createCustomers(partner: TestPartner, count: number): Promise<readonly string[]> {
  const made = Array.from({ length: count }, () => partner.rest('POST', '/v1/customers', customerBody()));
  return (await Promise.all(made)).map(({ json }) => json.customer_id);
}

/**
 * A gateway with events under five checkpoints and some that wait, on which a test can act as an attacker who owns the
 * database.
 */
export async function openAuditFixture() {
  const fixture = await openTestGateway();
  const partner = await fixture.partner();
  for (let made = 0; made < 4; made += 1) {
    await createCustomers(partner, 4);
    await checkpointAll(fixture);
  }
  const customerId = await partner.completeCustomer();
  await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  await checkpointAll(fixture);
  await createCustomers(partner, 2);
  await allowEverything(fixture);
  return fixture;
}

/** Removes the triggers that keep the tables append-only, as the owner of the database can. */
export async function allowEverything({
  gateway: { database },
}: Pick<TestGateway, 'gateway'>): Promise<void> {
  if (database.rowLocks) {
    for (const table of ['event', 'seal', 'sealed_event', 'feed']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(database.writes);
    }
    return;
  }
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger'`.execute(database.writes);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(database.writes);
}

class Undone extends Error {}

/** Runs work in a transaction that is rolled back afterwards; returns the result of the work. */
export async function undone<Result>(
  { gateway }: Pick<TestGateway, 'gateway'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  let result: { readonly value: Result } | null = null;
  await gateway.database
    .transaction(async (db) => {
      result = { value: await work(db) };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  if (result === null) throw new Error('There is no result.');
  return Object(result).value;
}
