import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  respondAfterBody,
  discardBody,
  readBody,
  readWhole,
} from '../../../../src/engine/http/body/request-body.ts';
import { refusal } from '../../../../src/kernel/errors.ts';
import { bodyOf, MULTIPART, partOf, streamOf, uploadOf } from '../../../support/requests/multipart-body.ts';
import { OverSocket } from '../over-socket.ts';
import { KiB, UploadHandler } from '../upload-handler.ts';

const MiB = 1024 * KiB;

test('a body comes as it was sent', async () => {
  const body = Buffer.alloc(300 * KiB, 'x');
  const chunks = await Array.fromAsync(readBody(uploadOf(streamOf(body)), body.length));
  expect(Buffer.concat(chunks).equals(body)).toBe(true);
});

test('a request without a body has an empty one', async () => {
  expect(await Array.fromAsync(readBody(uploadOf(null), 0))).toEqual([]);
});

test('a body is refused as soon as it passes the limit, even if Content-Length says less', async () => {
  const request = uploadOf(streamOf(Buffer.alloc(100), [10]), { 'content-length': '1' });
  const seen: number[] = [];
  const reading = (async () => {
    for await (const chunk of readBody(request, 35)) seen.push(chunk.length);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'request_too_large' });
  expect(seen).toEqual([10, 10, 10]);
});

test('a body that breaks off is refused', async () => {
  const request = uploadOf(
    new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }),
  );
  await expect(readBody(request, 100).next()).rejects.toMatchObject({ code: 'body_invalid' });
});

describe('silence', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const cancel = vi.fn();
  const silent = () => uploadOf(new ReadableStream({ cancel }));

  test('of thirty seconds breaks a body off', async () => {
    const reading = readBody(silent(), 100).next();
    await Promise.all([
      expect(reading).rejects.toMatchObject({ code: 'body_invalid' }),
      vi.advanceTimersByTimeAsync(30_000),
    ]);
  });

  test.each([10, 3 * MiB])('of thirty seconds breaks off a body of %s declared bytes', async (length) => {
    const request = uploadOf(new ReadableStream(), { 'content-length': String(length) });
    await Promise.all([
      expect(readWhole(request, 3 * MiB)).rejects.toMatchObject({ code: 'body_invalid' }),
      vi.advanceTimersByTimeAsync(30_000),
    ]);
  });

  test('of less does not, once the first 64 KiB have come', async () => {
    let send = (_chunk: Uint8Array) => {};
    const request = uploadOf(
      new ReadableStream({ start: (controller) => void (send = (chunk) => controller.enqueue(chunk)) }),
    );
    const body = readBody(request, MiB);
    for (let turn = 0; turn < 5; turn += 1) {
      const next = body.next();
      await vi.advanceTimersByTimeAsync(29_000);
      send(new Uint8Array(turn === 0 ? 64 * KiB : 1));
      expect((await next).done).toBe(false);
    }
  });

  test('of five seconds ends the discarding', async () => {
    const discarded = discardBody(silent());
    await vi.advanceTimersByTimeAsync(5_000);
    await discarded;
  });
});

describe('discarding', () => {
  test('continues where the reader stopped', async () => {
    const pull = vi.fn<(controller: ReadableStreamDefaultController) => void>((controller) => {
      if (pull.mock.calls.length > 20) controller.close();
      else controller.enqueue(new Uint8Array(10));
    });
    const request = uploadOf(new ReadableStream({ pull }, { highWaterMark: 0 }));
    for await (const chunk of readBody(request, 1000)) if (chunk.length > 0) break;
    await discardBody(request);
    expect(pull).toHaveBeenCalledTimes(21);
  });

  test('ends, also if the body does not', async () => {
    const cancel = vi.fn();
    const chunk = new Uint8Array(16 * MiB);
    const request = uploadOf(new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel }));
    await discardBody(request);
    await expect.poll(() => cancel.mock.calls.length).toBe(1);
  });

  test('accepts a body that was already read', async () => {
    const request = uploadOf(bodyOf('x'));
    await request.text();
    await discardBody(request);
  });
});

describe('an answer given while the client still sends arrives', () => {
  const big = bodyOf(partOf('metadata', 'refuse'), partOf('file', Buffer.alloc(30 * MiB)));
  const refuseUnread = async (request: Request) => {
    const { code } = refusal('api_key_invalid', 'no');
    return respondAfterBody(request, Response.json({ code }, { status: 401 }));
  };
  const upload = new UploadHandler({ bodyBytesMax: 100 * MiB });
  const small = new UploadHandler({ bodyBytesMax: MiB });

  test.each([
    ['refused unread', refuseUnread, 'api_key_invalid'],
    ['refused at its metadata', upload.fetch, 'metadata_invalid'],
    ['too large', small.fetch, 'request_too_large'],
  ] as const)('%s', async (_why, handler, code) => {
    const socket = await OverSocket.open(handler);
    const fetched = await fetch(`http://127.0.0.1:${socket.port}/`, {
      method: 'POST',
      headers: { 'Content-Type': MULTIPART },
      body: big,
    });
    expect(await fetched.json()).toMatchObject({ code });
    expect(await socket.sendThenLook(big)).toContain(code);
    await socket.close();
  });
});

test.each(['GET', 'HEAD'])(
  'an answer to a %s waits for no body, and sets no timer for one',
  async (method) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const request = new Request('http://gateway.test/', { method, headers: { connection: 'close' } });
    await respondAfterBody(request, new Response());
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  },
);
