import { expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { openTestGateway } from '../support/gateway.ts';
import { withReads } from '../support/database/with-reads.ts';

test('warming up runs the statements of a customer, a page and its total, and leaves no trace', async () => {
  const fixture = await openTestGateway();
  const { gateway, config } = fixture;
  let statements = 0;
  const reads = gateway.database.reads.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  });
  const logged: string[] = [];
  const log = createLogger('trace', { write: (line) => void logged.push(line) });
  const watched = { ...gateway, database: withReads(gateway.database, reads) };
  const app = createApp(watched, config, log);

  await app.warmUp();

  expect(statements).toBe(3);
  expect(logged).toEqual([]);
  expect(await gateway.database.reads.selectFrom('event').select('id').execute()).toEqual([]);
  await app.close();
  await fixture.close();
});
