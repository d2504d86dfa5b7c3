import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExportFixture, openExports, PAGE } from './fixture.ts';

const PAGES = 40;
const COPIES = { subject: 'customer/copy' };
/** What the streams between the list and the socket may hold: 64 KiB, of some 20 kB each page. */
const PAGES_AHEAD_MAX = 12;

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports();
  await fixture.copyEvents(100 * PAGES);
});
afterAll(() => fixture.gateway.close());

/** Follows a new link; answers a reader of the file, and the pages that were read for it so far. */
async function begin(cookie = fixture.cookie, signal?: AbortSignal) {
  const path = await fixture.linkTo('events', COPIES, cookie);
  const before = fixture.pagesRead();
  const { body, status } = await fixture.follow(path, { cookie }, signal);
  if (body === null) throw new Error(`No file: ${status}.`);
  return { reader: body.getReader(), pages: () => fixture.pagesRead() - before };
}

type Reader = Awaited<ReturnType<typeof begin>>['reader'];

async function readAll(reader: Reader) {
  for (let isDone = false; !isDone;) isDone = (await reader.read()).done;
}

/** Waits until no more pages are read. */
async function settled(pages: () => number): Promise<number> {
  for (let before = -1; before !== pages();) {
    before = pages();
    for (let turn = 0; turn < 20; turn += 1) await fixture.gateway.fetch('GET', '/healthz');
  }
  return pages();
}

test('few pages are read ahead of a slow reader, so it costs no memory', async () => {
  const { reader, pages } = await begin();
  await reader.read();
  expect(await settled(pages)).toBeLessThanOrEqual(PAGES_AHEAD_MAX);
  for (let taken = 0; taken < 10; taken += 1) await reader.read();
  expect(await settled(pages)).toBeLessThanOrEqual(10 + PAGES_AHEAD_MAX);
  await readAll(reader);
  expect(pages()).toBe(PAGES);
});

test('a download that is cancelled ends the reading', async () => {
  const { reader, pages } = await begin();
  await reader.read();
  await reader.cancel();
  expect(await settled(pages)).toBeLessThanOrEqual(PAGES_AHEAD_MAX);
});

test('a connection that breaks ends the reading', async () => {
  const line = new AbortController();
  const { reader, pages } = await begin(fixture.cookie, line.signal);
  await reader.read();
  line.abort();
  await expect(readAll(reader)).rejects.toThrow('The export broke off.');
  expect(await settled(pages)).toBeLessThanOrEqual(PAGES_AHEAD_MAX);
});

test('a session that ends in the middle breaks the file off, and this is not logged as a failure', async () => {
  const cookie = await fixture.signIn(fixture.admin.apiKey);
  const { reader } = await begin(cookie);
  await reader.read();
  await fixture.gateway.fetch('DELETE', '/console/session', { headers: { ...PAGE, cookie } });
  await expect(readAll(reader)).rejects.toThrow('The export broke off.');
  expect(fixture.gateway.logged.filter((line) => line.includes('"failure"'))).toEqual([]);
});

test('a key that is revoked in the middle breaks the file off', async () => {
  const made = await fixture.gateway.key(fixture.partner.partnerId, { role: 'operator' });
  const { reader } = await begin(await fixture.signIn(made.apiKey));
  await reader.read();
  await fixture.admin.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: made.keyId });
  await expect(readAll(reader)).rejects.toThrow('The export broke off.');
});

test('a person has two exports at once; the third one is refused until one is over', async () => {
  const first = await begin();
  const second = await begin();
  const { status, json } = await fixture.askLink('events');
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  await first.reader.cancel();
  expect((await fixture.askLink('events')).status).toBe(200);
  await second.reader.cancel();
});

test('an export waits for the rate of its person, and is whole', async () => {
  const slow = await openExports({ RATE_LIMIT: '20' });
  await slow.copyEvents(500);
  const { lines } = await slow.save('events', COPIES);
  expect(lines).toHaveLength(1 + 500);
  const limited = slow.gateway.logged.filter((line) => line.includes('"status":429'));
  expect(limited.length).toBeLessThan(5);
  await slow.gateway.close();
});

// The last one, since the clock goes on for all sessions.
test('a file that is being saved keeps no session alive', async () => {
  const cookie = await fixture.signIn(fixture.admin.apiKey);
  const { reader } = await begin(cookie);
  await reader.read();
  fixture.passSeconds(29 * 60);
  for (let taken = 0; taken < PAGES_AHEAD_MAX; taken += 1) await reader.read();
  fixture.passSeconds(2 * 60);
  await expect(readAll(reader)).rejects.toThrow('The export broke off.');
});
