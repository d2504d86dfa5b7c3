import { expect, test } from 'vitest';
import { openTestGateway } from '../../support/gateway.ts';
import { freshDatabase } from '../../support/postgres/databases.ts';
import { openProxy } from '../../support/postgres/proxy.ts';

test('a start asks the database all its questions on one connection, and closes it before it serves', async () => {
  await using undone = new AsyncDisposableStack();
  const database = await freshDatabase();
  undone.defer(() => database.drop());
  let opened = 0;
  let open = 0;
  const proxy = await openProxy(database.url, (gateway, server) => {
    opened += 1;
    open += 1;
    gateway.pipe(server);
    server.pipe(gateway);
    gateway.once('close', () => void (open -= 1));
  });
  undone.defer(() => proxy.close());
  const fixture = await openTestGateway({ DATABASE_URL: proxy.url, DATABASE_POOL: '1' });
  undone.defer(() => fixture.close());
  // The second one is that of the pool.
  expect(opened).toBe(2);
  await expect.poll(() => open).toBe(1);
});
