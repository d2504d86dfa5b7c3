import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { PeopleDocument } from '../../../src/pages/console-kit/generated/graphql.ts';
import { askPatiently } from '../../../src/pages/export/ask.ts';
import { FORMATS } from '../../../src/pages/export/formats.ts';
import { streamList } from '../../../src/pages/export/stream.ts';

test('a file whose client has gone before it begins ends at once, and is not logged as a failure', async () => {
  const told: unknown[] = [];
  const file = streamList(
    { headings: ['id'], page: async () => ({ rows: [], next: null }) },
    await FORMATS.csv.open('list', ['id']),
    {
      ask: () => () => Promise.reject(new Error('No page is asked for.')),
      gone: AbortSignal.abort(),
      onBroken: (error) => told.push(error),
      onWhole: async () => {},
      onOver: () => told.push('over'),
    },
  );
  await expect(Array.fromAsync(file)).rejects.toThrow('The export broke off.');
  expect(told).toEqual(['over']);
});

test('an export that pauses after each page keeps nothing of its pauses', async () => {
  const gone = new AbortController();
  // Five milliseconds before half of the rate is free.
  const headers = { 'ratelimit-policy': '"key";q=200;w=1', ratelimit: '"key";r=99;t=1' };
  const ask = askPatiently(
    {
      respond: async () => Response.json({ data: {} }, { headers }),
      request: new Request('http://gateway/console/exports/link'),
      requestId: 'export',
    },
    gone.signal,
  );
  for (let page = 0; page < 5; page += 1) await ask(PeopleDocument, { first: 1 });
  expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
});

/** An answer that refuses the list for so many seconds. */
const refused = (seconds: number) =>
  Response.json(
    { errors: [{ message: 'Refused.', extensions: { code: 'service_unavailable' } }] },
    { status: 503, headers: { 'retry-after': String(seconds) } },
  );

test.each([
  ['goes on if the gateway is busy for a moment', 1, 2],
  ['breaks off at once if a record of the list cannot be trusted', 60, 1],
])('an export %s', async (_what, seconds, attempts) => {
  let asked = 0;
  const ask = askPatiently(
    {
      respond: async () => ((asked += 1) === 1 ? refused(seconds) : Response.json({ data: {} })),
      request: new Request('http://gateway/console/exports/link'),
      requestId: 'export',
    },
    new AbortController().signal,
  );
  await ask(PeopleDocument, { first: 1 }).catch(() => {});
  expect(asked).toBe(attempts);
});
