import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { withReads } from '../../support/database/with-reads.ts';

test('requests that come at once look their key up once', async () => {
  const fixture = await openTestGateway();
  const { authorization } = await fixture.partner();
  let statements = 0;
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const { gateway, config } = fixture;
  const reads = gateway.database.reads.withPlugin(count);
  const watched = { ...gateway, database: withReads(gateway.database, reads) };
  const app = createApp(watched, config, createLogger('silent'));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      app.fetch(new Request('http://gateway.test/v1/customers/cus_none', { headers: { authorization } })),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  // One for the key, and one for each unknown customer.
  expect(statements).toBe(51);
  await app.close();
  await fixture.close();
});
