import { truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encryptedSize, SEGMENT_BYTES, segmentStart } from '../../../src/engine/blob/encrypted/segment.ts';
import { type Listening, serve } from '../../../src/run/server/serve.ts';
import { pdf } from '../../support/gateway.ts';
import { openUploadFixture } from '../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../support/fixtures/upload-fixture.ts';

const bytes = pdf('x'.repeat(2 * 1024 * 1024));

let fixture: UploadFixture;
let listening: Listening;
let documentId: string;
let pathAndQuery: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  listening = await serve(fixture.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await listening.stop(0);
  await fixture.close();
});
beforeEach(async () => {
  const customerId = await fixture.customer();
  const { json } = await fixture.partner.upload(customerId, 'nar1', [bytes]);
  documentId = json.files[0].document_id;
  const { pathname, search } = new URL((await fixture.retrieve(customerId, documentId)).url);
  pathAndQuery = pathname + search;
});

/** The answer to a target that no client has tidied up. */
function rawAnswer(target: string, version = '1.1'): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/${version}\r\nHost: gateway.test\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

async function download(): Promise<Uint8Array> {
  const answer = await fetch(`http://127.0.0.1:${listening.port}${pathAndQuery}`);
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  return answer.bytes();
}

test('a whole file arrives', async () => {
  expect(Buffer.compare(await download(), bytes)).toBe(0);
});

test('a URL is refused when any of its bytes is percent-encoded', async () => {
  const from = '/v1/files/'.length;
  for (let at = from; at < pathAndQuery.length; at += 1) {
    const encoded = `%${pathAndQuery.charCodeAt(at).toString(16).padStart(2, '0')}`;
    const target = pathAndQuery.slice(0, at) + encoded + pathAndQuery.slice(at + 1);
    const answer = await rawAnswer(target);
    expect(answer, target).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer, target).toContain('"url_signature_invalid"');
  }
});

describe('the transfer breaks', () => {
  test.each([0.1, 0.5, 1])('when only this part of the stored bytes is left: %d', async (part) => {
    await truncate(join(fixture.folder, documentId), Math.floor((encryptedSize(bytes.length) - 1) * part));
    await expect(download()).rejects.toThrow(/terminated|fetch failed/);
  });

  test.each([
    [1, '1.1'],
    [2, '1.1'],
    [6, '1.1'],
    [2, '1.0'],
  ])('behind the last verified byte: %d segments, over HTTP/%s', async (count, version) => {
    await truncate(join(fixture.folder, documentId), segmentStart(count));
    const answer = await rawAnswer(pathAndQuery, version);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const sent = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    expect(sent === Buffer.from(bytes).toString('utf8', 0, count * SEGMENT_BYTES)).toBe(true);
  });

  test('when there are more than were stored', async () => {
    await truncate(join(fixture.folder, documentId), encryptedSize(bytes.length) + 1);
    await expect(download()).rejects.toThrow(/terminated|fetch failed/);
  });

  test('when the storage breaks off in the middle', async () => {
    const { blobs } = fixture.gateway;
    const get = async () => {
      let turn = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          turn += 1;
          if (turn > 2) throw new Error('The disk is gone.');
          controller.enqueue(bytes.subarray(0, 1000));
        },
      });
    };
    Object.assign(fixture.gateway, { blobs: { ...blobs, get } });
    try {
      await expect(download()).rejects.toThrow(/terminated|fetch failed/);
    } finally {
      Object.assign(fixture.gateway, { blobs });
    }
  });
});
