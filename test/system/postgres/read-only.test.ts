// A server of its own, since it is made read-only and stopped.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { toGraphqlNames } from '../../support/graphql-names.ts';
import { type PostgresServer, startPostgres, tell } from '../../support/postgres/server.ts';

const CREATE = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }';
const SAYS = 'The database takes no changes; try again in a moment.';

let server: PostgresServer;
let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  server = await startPostgres();
  fixture = await openTestGateway({ DATABASE_URL: await server.create('gateway') });
  partner = await fixture.partner();
});
afterAll(async () => {
  await fixture.close();
  await server[Symbol.asyncDispose]();
});

const administer = async (...statements: readonly string[]) => {
  for (const statement of statements) await tell(server.url('postgres'), statement);
};
const create = () => partner.rest('POST', '/v1/customers', customerBody());
const ready = () => fixture.fetch('GET', '/readyz');
const readyStatus = async () => (await ready()).status;

const CASES = [
  {
    named: 'a server that was made read-only',
    begin: () => administer('alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
    end: () => administer('alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
  },
  {
    // Its connections stay read-only when it is not any more, so only new ones can change something.
    named: 'a database whose connections began read-only',
    begin: () =>
      administer(
        'alter database gateway set default_transaction_read_only = on',
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'gateway'",
      ),
    end: () => administer('alter database gateway reset default_transaction_read_only'),
  },
  {
    named: 'a standby, until it is promoted,',
    async begin() {
      await server.stop('fast');
      writeFileSync(join(server.folder, 'data', 'standby.signal'), '');
      await server.start();
    },
    end: () => administer('select pg_promote()'),
  },
];

for (const { named, begin, end } of CASES)
  test(`${named} is a 503 of /readyz and of changes that says so, and reads go on`, async () => {
    await begin();
    await expect.poll(async () => (await ready()).json.error?.message).toBe(SAYS);
    const notReady = await ready();
    expect([notReady.status, notReady.json.error.code]).toEqual([503, 'service_unavailable']);
    expect(notReady.headers.get('retry-after')).toBe('1');
    const refused = await create();
    expect([refused.status, refused.json.error.code, refused.json.error.message]).toEqual([
      503,
      'service_unavailable',
      SAYS,
    ]);
    expect(refused.headers.get('retry-after')).toBe('2');
    const field = await partner.graphql(CREATE, { input: toGraphqlNames(customerBody()) });
    expect(field.json.errors.map(({ message }: { message: string }) => message)).toEqual([SAYS]);
    expect((await partner.rest('GET', '/v1/customers')).status).toBe(200);
    expect((await fixture.fetch('GET', '/healthz')).status).toBe(200);

    await end();
    await expect.poll(readyStatus).toBe(200);
    await expect.poll(async () => (await create()).status).toBe(200);
  });
