import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sqliteKysely } from '../../../../src/engine/sqlite/sqlite-kysely.ts';
import { createFeedWatch } from '../../../../src/nouns/event/feed/feed-watch.ts';
import { createFeedHooks } from '../../../../src/trail/positions/feed-hooks.ts';
import { openTestGateway } from '../../../support/gateway.ts';

test('a database that does not respond for a time is asked once for the events of that time, not once for each poll', async () => {
  const { gateway, close } = await openTestGateway();
  let answers = Promise.withResolvers<void>();
  answers.resolve();
  let asked = 0;
  const reads = sqliteKysely({
    async execute() {
      asked += 1;
      await answers.promise;
      return { rows: [] };
    },
  });
  const watch = createFeedWatch({ database: { ...gateway.database, reads }, feed: createFeedHooks([]) });
  await watch.follow({ onPart: () => {}, onEnd: () => {} });
  // The position at which it follows, and the first poll.
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  answers = Promise.withResolvers();
  const before = asked;
  await expect.poll(() => asked).toBe(before + 1);
  // Four more polls.
  await setTimeout(1_100);
  answers.resolve();
  await setTimeout(100);
  expect(asked).toBe(before + 1);
  watch.end();
  await close();
});
