import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { noting } from '../../support/database/noting.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const COUNTER =
  'insert into counter (name, shard, total) values (?, ?, ?), (?, ?, ?) on conflict (name, shard) do update set total = counter.total + excluded.total';

test('creating a customer has the statements that it had before there was a feed', async () => {
  const said: string[] = [];
  const { gateway, config } = fixture;
  const app = createApp(
    { ...gateway, database: noting(gateway.database, said) },
    config,
    createLogger('silent'),
  );
  const { status } = await app.fetch(
    new Request('http://gateway.test/v1/customers', {
      method: 'POST',
      headers: { authorization: partner.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(customerBody()),
    }),
  );
  expect(status).toBe(200);
  expect(said.map((text) => text.replace(/^(insert into (?:customer|event)) .*$/, '$1'))).toEqual([
    'insert into customer',
    'insert into event',
    COUNTER,
  ]);
});
