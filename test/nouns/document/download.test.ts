import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { END } from '../../support/requests/multipart-body.ts';
import { pdf, sha256 } from '../../support/gateway.ts';
import {
  describing,
  filePart,
  metadataPart,
  openUploadFixture,
} from '../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../support/fixtures/upload-fixture.ts';

const START = Date.parse('2026-03-04T05:06:07Z');
const bytes = pdf('0123456789');
const whole = Buffer.from(bytes).toString();
const size = bytes.length;
const etag = `"${sha256(bytes)}"`;

let fixture: UploadFixture;
let url: string;
let now: number;
beforeAll(async () => {
  now = START;
  fixture = await openUploadFixture({}, () => new Date(now));
  const customerId = await fixture.customer();
  const described = metadataPart('nar1', { file: describing(bytes, { filename: '掃描 “é”' }) });
  const { json } = await fixture.send(customerId, described, filePart('file', bytes), END);
  ({ url } = await fixture.retrieve(customerId, json.files[0].document_id));
});
beforeEach(() => void (now = START));
afterAll(() => fixture.close());

/** The code of the error that a URL is answered with, beside its status. */
async function refused(other: string) {
  const answer = await fixture.download(other);
  const { error } = JSON.parse(await answer.text());
  return [answer.status, error.code];
}

test.each(['GET', 'HEAD'])(
  'a %s has the length and tells browsers to save the file and never show it',
  async (method) => {
    const answer = await fixture.download(url, {}, method);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(size),
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(await answer.text()).toBe(method === 'HEAD' ? '' : whole);
  },
);

test('the file is saved under its own name, in any letters', async () => {
  const answer = await fixture.download(url);
  const disposition = answer.headers.get('content-disposition') ?? '';
  const [, ascii = '', encoded = ''] =
    /^attachment; filename="([\w.\- ]+)"; filename\*=UTF-8''([\w.\-%]+)$/.exec(disposition) ?? [];
  expect(decodeURIComponent(encoded)).toMatch(/^20260304050607-\w{12}-掃描 “é”\.pdf$/);
  expect(ascii).toMatch(/^20260304050607-\w{12}-__ ___\.pdf$/);
});

describe('a range', () => {
  test.each([
    ['bytes=0-3', '%PDF', `bytes 0-3/${size}`],
    ['bytes=-4', 'EOF\n', `bytes ${size - 4}-${size - 1}/${size}`],
    ['bytes=-999', whole, `bytes 0-${size - 1}/${size}`],
    ['bytes=5-', whole.slice(5), `bytes 5-${size - 1}/${size}`],
    ['bytes=5-999', whole.slice(5), `bytes 5-${size - 1}/${size}`],
  ])('the response to %s has only its bytes', async (range, text, contentRange) => {
    const answer = await fixture.download(url, { range });
    expect([answer.status, await answer.text()]).toEqual([206, text]);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  });

  test.each(['bytes=0-1,3-4', 'bytes=4-3', 'lines=0-1', 'bytes=a-b', 'bytes=-'])(
    '%s is no valid range, and the file comes whole',
    async (range) => {
      const answer = await fixture.download(url, { range });
      expect([answer.status, await answer.text()]).toEqual([200, whole]);
      expect(answer.headers.get('content-length')).toBe(String(size));
      expect(answer.headers.get('content-range')).toBeNull();
    },
  );

  test.each([`bytes=${size}-`, 'bytes=999-1000', 'bytes=-0'])(
    '%s begins after the end, and the response says how long the file is',
    async (range) => {
      const answer = await fixture.download(url, { range });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(JSON.parse(await answer.text()).error.code).toBe('range_not_satisfiable');
    },
  );

  test('is used only while the document is the document of If-Range', async () => {
    const range = 'bytes=0-3';
    expect((await fixture.download(url, { range, 'if-range': etag })).status).toBe(206);
    for (const other of [`"${sha256(pdf('other'))}"`, `W/${etag}`, 'Wed, 04 Mar 2026 05:06:07 GMT']) {
      const answer = await fixture.download(url, { range, 'if-range': other });
      expect([answer.status, await answer.text()]).toEqual([200, whole]);
    }
  });

  test('is ignored for HEAD', async () => {
    const head = await fixture.download(url, { range: 'bytes=0-3' }, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
  });
});

test('a URL is valid for 300 seconds, to the millisecond', async () => {
  now = START + 299_999;
  expect((await fixture.download(url)).status).toBe(200);
  now = START + 300_000;
  expect(await refused(url)).toEqual([403, 'url_expired']);
});

describe('a URL with one byte changed is refused', () => {
  const replacements = ['0', 'f', 'Z', '_', '%30', '&', '='];

  test('wherever it is after the prefix', async () => {
    const from = url.indexOf('/v1/files/') + '/v1/files/'.length;
    for (let at = from; at < url.length; at += 1) {
      for (const changed of replacements.filter((replacement) => replacement !== url[at])) {
        const other = url.slice(0, at) + changed + url.slice(at + 1);
        expect(await refused(other), other).toEqual([403, 'url_signature_invalid']);
      }
    }
  });

  test('whether it is expired or not', async () => {
    now = START + 300_000;
    expect(await refused(`${url.slice(0, -1)}_`)).toEqual([403, 'url_signature_invalid']);
  });

  test.each([
    (it: string) => `${it}&a=1`,
    (it: string) => `${it}0`,
    (it: string) => it.slice(0, -1),
    (it: string) => it.replace('?', '/?'),
  ])('or added or left out (%#)', async (change) => {
    expect(await refused(change(url))).toEqual([403, 'url_signature_invalid']);
  });

  test('with a change in the prefix it is not a URL of a file', async () => {
    expect(await refused(url.replace('/files/', '/Files/'))).toEqual([404, 'route_unknown']);
  });
});
