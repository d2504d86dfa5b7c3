import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCustomer } from '../../../src/nouns/customer/customer.operations.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { databaseUnavailable } from '../../../src/engine/sql/unavailable.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { watchStatements } from '../../support/database/plan-of.ts';
import { withReads } from '../../support/database/with-reads.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const [OWNER_MS, ALL_MS] = [10_000, 1_000];

let fixture: TestGateway;
let clock: ReturnType<typeof stopClock>;
beforeEach(async () => {
  fixture = await openTestGateway();
  clock = stopClock();
});
afterEach(async () => {
  clock.restore();
  await fixture.close();
});

/** Creates a customer with a key. Says whether the key was looked up, and how the request ended. */
async function create(
  partnerId: string,
  idempotencyKey: string,
  input = customerBody(),
  gateway = fixture.gateway,
) {
  const { statements, watch } = watchStatements(fixture);
  const database = withReads(gateway.database, gateway.database.reads.withPlugin(watch));
  const caller = { ...commandLine, role: 'partner', partnerId } as const;
  const call = { caller, requestId: 'test', ids: {}, input, idempotencyKey };
  const end = await execute({ ...gateway, database }, createCustomer, call).then(
    ({ replayed }) => (replayed ? 'replayed' : 'made'),
    ({ problems }) => problems[0].code,
  );
  return [end, statements.some(({ sql }) => sql.includes('idempotency_key'))];
}

test('a creation looks its key up first only if its owner has repeated a request lately', async () => {
  const { partnerId } = await fixture.partner();
  expect(await create(partnerId, 'one')).toEqual(['made', false]);
  expect(await create(partnerId, 'two')).toEqual(['made', false]);
  expect(await create(partnerId, 'one')).toEqual(['replayed', true]);
  expect(await create(partnerId, 'three')).toEqual(['made', true]);
  clock.pass(OWNER_MS - 1);
  expect(await create(partnerId, 'one')).toEqual(['replayed', true]);
  clock.pass(OWNER_MS - 1);
  expect(await create(partnerId, 'four')).toEqual(['made', true]);
  clock.pass(1);
  expect(await create(partnerId, 'five')).toEqual(['made', false]);
});

test('for a second after a repeated creation was tried, keys of other owners are looked up first, too', async () => {
  const { partnerId } = await fixture.partner();
  const { partnerId: other } = await fixture.partner({ name: 'Other' });
  await create(partnerId, 'one');
  await create(partnerId, 'one');
  expect(await create(other, 'one')).toEqual(['made', true]);
  clock.pass(ALL_MS);
  expect(await create(other, 'two')).toEqual(['made', false]);
});

test('a creation whose key was used says so, also if its fields are wrong', async () => {
  const { partnerId } = await fixture.partner();
  await create(partnerId, 'one');
  const wrong = { ...customerBody(), contact_email: 'x' };
  expect(await create(partnerId, 'one', wrong)).toEqual(['idempotency_key_reused', true]);
  const { partnerId: other } = await fixture.partner({ name: 'Other' });
  expect(await create(other, 'one', wrong)).toEqual(['parameter_invalid', true]);
  expect(await create(other, 'one')).toEqual(['made', false]);
});

test('a finished request is replayed to all who send it again at once, also if its owner repeated none before', async () => {
  const { partnerId } = await fixture.partner();
  await create(partnerId, 'one');
  const again = await Promise.all(Array.from({ length: 5 }, () => create(partnerId, 'one')));
  expect(again).toEqual(again.map(() => ['replayed', true]));
});

test('a finished request is replayed while the database takes no changes, and a new one is refused', async () => {
  const { partnerId } = await fixture.partner();
  await create(partnerId, 'one');
  const { gateway } = fixture;
  const refuse = () => Promise.reject(databaseUnavailable('unwritable', null));
  const database = { ...gateway.database, addRows: refuse, transaction: refuse };
  const readOnly = { ...gateway, database };
  expect(await create(partnerId, 'one', customerBody(), readOnly)).toEqual(['replayed', true]);
  expect(await create(partnerId, 'two', customerBody(), readOnly)).toEqual(['service_unavailable', true]);
});

test('a creation to which the database did not respond asks it nothing more, and looks its key up the next time', async () => {
  const { partnerId } = await fixture.partner();
  await create(partnerId, 'one');
  const refuse = () => Promise.reject(databaseUnavailable('silent', null));
  const silent = { ...fixture.gateway, database: { ...fixture.gateway.database, addRows: refuse } };
  expect(await create(partnerId, 'one', customerBody(), silent)).toEqual(['service_unavailable', false]);
  expect(await create(partnerId, 'two')).toEqual(['made', true]);
  expect(await create(partnerId, 'one')).toEqual(['replayed', true]);
});
