// A server of its own behind PgBouncer, which is a process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { startPgbouncer, whyNot } from './pgbouncer.ts';
import { needs } from '../../support/needs.ts';

/** Connections of the gateway to PgBouncer; in transaction mode they share two to the server. */
const POOL = 6;

const modes = [
  { mode: 'session', prepare: 'on', connections: POOL },
  { mode: 'transaction', prepare: 'on', connections: 2 },
  { mode: 'transaction', prepare: 'off', connections: 2 },
] as const;

describe.each(modes)(
  'through PgBouncer in $mode mode, with DATABASE_PREPARE $prepare',
  ({ mode, prepare, connections }) => {
    const why = whyNot(mode, prepare === 'on');

    describe('with it', needs(why === null, `${why}`), () => {
      let server: PostgresServer;
      let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
      let fixture: TestGateway;
      let partner: TestPartner;
      beforeAll(async () => {
        server = await startPostgres();
        const url = await server.create('gateway');
        // Migrations go past the pooler.
        const direct = await openTestGateway({ DATABASE_URL: url });
        await direct.close();
        pooler = await startPgbouncer(url, mode, connections);
        fixture = await openTestGateway({
          DATABASE_URL: pooler.url,
          DATABASE_POOL: String(POOL),
          DATABASE_PREPARE: prepare,
        });
        partner = await fixture.partner();
      });
      afterAll(async () => {
        await fixture?.close();
        await pooler?.[Symbol.asyncDispose]();
        await server?.[Symbol.asyncDispose]();
      });

      const create = (name: string, headers = {}) =>
        partner.rest('POST', '/v1/customers', customerBody({ external_customer_id: name }), headers);

      test('changes and reads of many clients at once are all done, and each reads what it wrote', async () => {
        const statuses = await Promise.all(
          Array.from({ length: 40 }, async (_, at) => {
            const { json } = await create(`ext-${at}`);
            const body = customerBody({ external_customer_id: `ext-${at}`, contact_name: 'Chan Siu Ming' });
            await partner.rest('PUT', `/v1/customers/${json.customer_id}`, body);
            const read = await partner.rest('GET', `/v1/customers/${json.customer_id}`);
            return [read.status, read.json.contact_name];
          }),
        );
        expect(new Set(statuses.map(String))).toEqual(new Set(['200,Chan Siu Ming']));
        expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(40);
      });

      test('a key that is sent twice at once is one change', async () => {
        const headers = { 'idempotency-key': 'once' };
        const answers = await Promise.all([create('keyed', headers), create('keyed', headers)]);
        const done = answers.filter(({ status }) => status === 200);
        expect(new Set(done.map(({ text }) => text)).size).toBe(1);
        // The other one came while it ran, or after it.
        for (const { status, json } of answers.filter((answer) => !done.includes(answer)))
          expect([status, json.error.code]).toEqual([409, 'idempotency_key_in_use']);
        expect((await create('keyed', headers)).status).toBe(200);
        expect((await partner.rest('GET', '/v1/customers?external_customer_id=keyed')).json.count).toBe(1);
      });
    });
  },
);
