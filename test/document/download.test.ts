import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../gateway.ts';
import { openUploadWorld } from './upload-world.ts';
import type { UploadWorld } from './upload-world.ts';

let world: UploadWorld;
let url: string;
let now = Date.parse('2026-03-04T05:06:07Z');
beforeAll(async () => {
  world = await openUploadWorld({}, () => new Date(now));
  const customerId = await world.customer();
  const { json } = await world.partner.upload(customerId, 'nar1', [pdf()]);
  ({ url } = await world.retrieve(customerId, json.files[0].document_id));
});
afterAll(() => world.close());

test.each([
  ['bytes=0-3', 206, '%PDF'],
  ['bytes=-4', 206, 'EOF\n'],
  ['bytes=0-1,3-4', 200, Buffer.from(pdf()).toString()],
])('the range %s is answered with %i', async (range, status, body) => {
  const answer = await world.download(url, { range });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
  expect(answer.headers.get('content-length')).toBe(String(body.length));
});

test('a range behind the end is 416, and HEAD knows no ranges', async () => {
  const behind = await world.download(url, { range: 'bytes=999-' });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${pdf().length}`]);
  const head = await world.download(url, { range: 'bytes=0-3' }, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf().length)]);
});

test('a changed or an expired URL is refused', async () => {
  for (const other of [`${url}&a=1`, url.replace('/files/', '/Files/'), url.replace('doc_', 'doc%5F')])
    expect([403, 404]).toContain((await world.download(other)).status);
  now += 300_000;
  expect((await world.download(url)).status).toBe(403);
});
