import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BOUNDARY,
  bodyOf,
  END,
  MULTIPART,
  partOf,
  streamOf,
  uploadOf,
} from '../../../support/requests/multipart-body.ts';
import { OverSocket } from '../over-socket.ts';
import { KiB, UploadHandler } from '../upload-handler.ts';
import { statusOf } from './status-of.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const field = (name: string, text: string) => ({ kind: 'field', name, text });
const file = (name: string, bytes: string | Uint8Array, mimeType = 'text/plain', filename?: string) => ({
  kind: 'file',
  name,
  filename,
  mimeType,
  stored: sha256(bytes),
});
const metadata = partOf('metadata', '{}');
const read = (body: Buffer<ArrayBuffer>, options = {}) => new UploadHandler(options).read(uploadOf(body));

describe('the parts of a body', () => {
  test('come in order, duplicates included', async () => {
    const body = bodyOf(
      partOf('file', 'a'),
      metadata,
      partOf('file', 'b'),
      partOf('metadata', '{"x":1}'),
      END,
    );
    expect(await read(body)).toEqual([
      file('file', 'a'),
      field('metadata', '{}'),
      file('file', 'b'),
      field('metadata', '{"x":1}'),
    ]);
  });

  test('are named and typed as sent', async () => {
    const body = bodyOf(
      partOf('metadata', '{}', '; filename="blob"\r\nContent-Type: application/json'),
      partOf('file', 'a', '; filename="../ä &quot;%22.png"\r\nContent-Type: Image/PNG; x=y'),
      partOf('file1', 'b', '\r\nContent-Type: application/pdf'),
      partOf('__proto__', ''),
      END,
    );
    expect(await read(body)).toEqual([
      field('metadata', '{}'),
      file('file', 'a', 'image/png', '../ä &quot;".png'),
      file('file1', 'b', 'application/pdf'),
      file('__proto__', ''),
    ]);
  });

  test('are the parts of a form that a browser sent', async () => {
    const form = new FormData();
    form.append('metadata', new Blob(['{"ü":1}'], { type: 'application/json' }));
    form.append('a "quoted"\r\nname', new File(['one'], 'ü "q"\r\n.png', { type: 'image/png' }));
    form.append('file', 'two');
    const parts = await new UploadHandler().read(
      new Request('http://gateway.example', { method: 'POST', body: form }),
    );
    expect(parts).toEqual([
      field('metadata', '{"ü":1}'),
      file('a "quoted"\r\nname', 'one', 'image/png', 'ü "q"\r\n.png'),
      file('file', 'two'),
    ]);
  });

  test('beyond the last file that is stored are named all the same', async () => {
    const files = [1, 2, 3, 4, 5].map((turn) => partOf(`file${turn}`, 'x'));
    const parts = await read(bodyOf(...files, metadata, END));
    expect(parts.map(({ kind, name }) => [kind, name])).toEqual([
      ['file', 'file1'],
      ['file', 'file2'],
      ['file', 'file3'],
      ['surplus', 'file4'],
      ['surplus', 'file5'],
      ['field', 'metadata'],
    ]);
  });

  test('are found between a preamble and an epilogue', async () => {
    expect(await read(bodyOf('preamble\r\n', metadata, END, 'epilogue'))).toEqual([field('metadata', '{}')]);
  });

  test.each([
    `multipart/form-data; boundary="${BOUNDARY}"`,
    `multipart/form-data; boundary="\\${BOUNDARY}"`,
    `Multipart/Form-Data;charset=utf-8;BOUNDARY="${BOUNDARY}" ; x=y`,
    `Multipart/Form-Data;charset=utf-8;Boundary=${BOUNDARY}; x=y`,
  ])('are found with the Content-Type %s', async (contentType) => {
    const request = uploadOf(bodyOf(metadata, END), { 'content-type': contentType });
    expect(await new UploadHandler().read(request)).toEqual([field('metadata', '{}')]);
  });

  test('can be left unread, or half read', async () => {
    const big = randomBytes(300 * KiB);
    const body = bodyOf(partOf('file', big), partOf('file', big), partOf('file', 'end'), END);
    const parts = await read(body, {
      storeFile: async (_name: string, bytes: AsyncIterable<Uint8Array>, index: number) => {
        if (index === 0) return 'unread';
        for await (const chunk of bytes) return chunk.length > 0 ? 'begun' : 'empty';
        return 'empty';
      },
    });
    expect(parts.map((part) => part.kind === 'file' && part.stored)).toEqual(['unread', 'begun', 'begun']);
  });

  test('are the same for chunks of any size', async () => {
    const tricky = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '-',
      '--',
      `\r\n--${BOUNDARY.slice(0, -1)}`,
      `--${BOUNDARY}`,
      'x',
    );
    const content = fc.oneof(
      fc.array(tricky, { maxLength: 8 }).map((pieces) => Buffer.from(pieces.join(''))),
      fc.constantFrom(1, 70, 65_536, 200_000).map((size) => randomBytes(size)),
    );
    const parts = fc.array(fc.tuple(fc.constantFrom('metadata', 'file', 'file1'), content), {
      minLength: 1,
      maxLength: 6,
    });
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constant(70_000), fc.constant(1e6)), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(parts, sizes, async (sent, cuts) => {
        // A delimiter within the content would end it; so it would for every reader.
        fc.pre(
          sent.every(
            ([, bytes]) =>
              !bytes.includes(`\r\n--${BOUNDARY}`) && !bytes.toString('latin1').startsWith(`--${BOUNDARY}`),
          ),
        );
        const body = bodyOf(...sent.map(([name, bytes]) => partOf(name, bytes)), END);
        const handler = new UploadHandler({ isField: () => false, filesMax: 6, bodyBytesMax: body.length });
        const few = body.length > 10_000 ? cuts.map((size) => Math.max(size, 5000)) : cuts;
        expect(await handler.read(uploadOf(streamOf(body, few)))).toEqual(
          sent.map(([name, bytes]) => file(name, bytes)),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const big = randomBytes(200 * KiB);
const broken: [string, number, string, (string | Uint8Array)[], string?][] = [
  ['nothing', 400, 'body_invalid', []],
  ['garbage', 400, 'body_invalid', ['garbage'.repeat(10_000)]],
  ['no parts', 400, 'body_invalid', [END]],
  ['another boundary', 400, 'body_invalid', [metadata, END], 'multipart/form-data; boundary=other'],
  ['no boundary', 400, 'body_invalid', [metadata, END], 'multipart/form-data'],
  [
    'an endless boundary',
    400,
    'body_invalid',
    [metadata, END],
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
  ],
  ['another type', 415, 'content_type_invalid', ['{}'], 'application/json'],
  ['a type that only looks like it', 415, 'content_type_invalid', [metadata, END], `x${MULTIPART}`],
  ['a part cut off', 400, 'body_invalid', [metadata, partOf('file', big).subarray(0, -100)]],
  ['a header cut off', 400, 'body_invalid', [metadata, partOf('file', '').subarray(0, 50)]],
  ['no end', 400, 'body_invalid', [metadata, partOf('file', big)]],
  ['half an end', 400, 'body_invalid', [metadata, `--${BOUNDARY}`]],
  ['a part without header', 400, 'body_invalid', [metadata, `--${BOUNDARY}\r\n\r\nx\r\n`, END]],
  ['a part without header or blank line', 400, 'body_invalid', [`--${BOUNDARY}\r\nx\r\n`, metadata, END]],
  ['a last part without blank line', 400, 'body_invalid', [metadata, `--${BOUNDARY}\r\nx\r\n`, END]],
  ['an empty part', 400, 'body_invalid', [`--${BOUNDARY}\r\n`, END]],
  [
    'a part without name',
    400,
    'body_invalid',
    [`--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`, END],
  ],
  [
    'an attachment',
    400,
    'body_invalid',
    [`--${BOUNDARY}\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n`, END],
  ],
  ['a header line without colon', 400, 'body_invalid', [partOf('file', 'x', '\r\nContent-Type'), END]],
  [
    'a header line twice',
    400,
    'body_invalid',
    [partOf('file', 'x', '\r\ncontent-disposition: form-data; name="b"'), END],
  ],
  ['an endless header', 400, 'body_invalid', [partOf('file', 'x', `\r\nX: ${'x'.repeat(20 * KiB)}`), END]],
  ['more behind a delimiter', 400, 'body_invalid', [metadata, `--${BOUNDARY}x\r\n`, END]],
  ['text that is not UTF-8', 400, 'body_invalid', [partOf('metadata', new Uint8Array([0x7b, 0xff])), END]],
  ['a hundred and one parts', 400, 'body_invalid', [...Array.from({ length: 101 }, () => metadata), END]],
  ['a field that is too large', 413, 'request_too_large', [partOf('metadata', 'x'.repeat(9 * KiB)), END]],
  ['a body that is too large', 413, 'request_too_large', [partOf('file', Buffer.alloc(1100 * KiB)), END]],
  ['an epilogue that is too large', 413, 'request_too_large', [metadata, END, Buffer.alloc(1100 * KiB)]],
  [
    'metadata that is refused',
    400,
    'metadata_invalid',
    [partOf('metadata', 'refuse'), partOf('file', big), END],
  ],
];

describe.each(['a Request', 'a socket', 'a socket, in chunks'] as const)('through %s', (way) => {
  let handler: UploadHandler;
  let socket: OverSocket;
  beforeEach(async () => {
    handler = new UploadHandler();
    socket = await OverSocket.open(handler.fetch);
  });
  afterEach(() => {
    vi.useRealTimers();
    return socket.close();
  });

  const send = async (body: Buffer, contentType: string) => {
    if (way !== 'a Request') return socket.post(body, contentType, way === 'a socket');
    return handler.fetch(uploadOf(streamOf(body), { 'content-type': contentType }));
  };

  test.each(broken)('%s is refused at once', async (_what, status, code, pieces, contentType = MULTIPART) => {
    // What the gateway waited for would never be over.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const response = await send(bodyOf(...pieces), contentType);
    expect(await response.json()).toEqual({ code, running: 0 });
    expect(response.status).toBe(status);
  });

  test('a body is read', async () => {
    const response = await send(bodyOf(metadata, partOf('file', big), END), MULTIPART);
    expect(await response.json()).toMatchObject([
      field('metadata', '{}'),
      { name: 'file', stored: sha256(big) },
    ]);
  });
});

describe('while the disk takes the last bytes of a file', () => {
  const three = bodyOf(partOf('file', 'a'), partOf('file1', 'b'), partOf('file2', 'c'), END);
  const readAll = async (bytes: AsyncIterable<Uint8Array>) => void (await Array.fromAsync(bytes));

  test('the next one is read, and not the one after it', async () => {
    const events: string[] = [];
    const gates = new Map(['file', 'file1', 'file2'].map((name) => [name, Promise.withResolvers<void>()]));
    const reading = read(three, {
      async storeFile(name: string, bytes: AsyncIterable<Uint8Array>) {
        await readAll(bytes);
        events.push(`read ${name}`);
        await gates.get(name)?.promise;
        events.push(`stored ${name}`);
      },
    });
    for (const name of ['file', 'file1', 'file2']) {
      await vi.waitFor(() =>
        expect(events.filter((event) => event.startsWith('read')).length).toBeGreaterThan(0),
      );
      gates.get(name)?.resolve();
    }
    await reading;
    expect(events.indexOf('read file1')).toBeLessThan(events.indexOf('stored file'));
    expect(events.indexOf('read file2')).toBeGreaterThan(events.indexOf('stored file'));
  });

  test('its failure ends the reading of the next one, and is thrown after that has ended', async () => {
    let running = 0;
    const reading = read(three, {
      async storeFile(name: string, bytes: AsyncIterable<Uint8Array>) {
        running += 1;
        try {
          await readAll(bytes);
          await setTimeout(5);
          if (name === 'file') throw new Error('The disk is full.');
          await setTimeout(20);
        } finally {
          running -= 1;
        }
      },
    });
    await expect(reading).rejects.toThrow('The disk is full.');
    expect(running).toBe(0);
  });
});

describe('storing a file', () => {
  test('breaks when the body does', async () => {
    const handler = new UploadHandler();
    await handler.fetch(
      uploadOf(
        streamOf(bodyOf(metadata, partOf('file', 'a'), partOf('file1', big).subarray(0, -50)), [10_000]),
      ),
    );
    expect(handler.outcomes).toEqual(['whole', 'broken']);
    expect(handler.running).toBe(0);
  });

  test('breaks when the client disconnects', async () => {
    const handler = new UploadHandler();
    const socket = await OverSocket.open(handler.fetch);
    const isStoring = vi.waitFor(() => expect(handler.running).toBe(1));
    await socket.beginOnly(bodyOf(metadata, partOf('file', big)), 2 * big.length, isStoring);
    await expect.poll(() => handler.outcomes).toEqual(['broken']);
    await expect.poll(() => handler.running).toBe(0);
    await socket.close();
  });

  test('does not begin when an earlier field is refused', async () => {
    const handler = new UploadHandler();
    await handler.fetch(uploadOf(bodyOf(partOf('metadata', 'refuse'), partOf('file', big), END)));
    expect(handler.outcomes).toEqual([]);
  });

  test.each(['before', 'while', 'after'])(
    'ends the reading with its own error, thrown %s reading',
    async (when) => {
      const error = new Error('the disk is full');
      const request = uploadOf(
        streamOf(bodyOf(metadata, partOf('file', big), partOf('file', big), END), [10_000]),
      );
      const storeFile = async (_name: string, bytes: AsyncIterable<Uint8Array>) => {
        if (when === 'before') throw error;
        for await (const chunk of bytes) if (when === 'while' && chunk.length > 0) throw error;
        throw error;
      };
      await expect(new UploadHandler({ storeFile }).read(request)).rejects.toBe(error);
    },
  );
});

test('a refusal is not delayed until the client sends more', async () => {
  const socket = await OverSocket.open(new UploadHandler().fetch);
  const body = bodyOf(partOf('metadata', 'refuse'), partOf('file', big).subarray(0, 1000));
  const answer = await socket.beginOnly(body, 2 * big.length);
  expect(answer).toContain('metadata_invalid');
  await socket.close();
});

test('a field is passed on with the parts before it, and no later part begins meanwhile', async () => {
  const seen: unknown[] = [];
  const handler: UploadHandler = new UploadHandler({
    onField: async ({ name }, earlier) => {
      await setTimeout(10);
      seen.push([name, earlier.map((part) => part.name), handler.outcomes.length]);
    },
  });
  await handler.read(uploadOf(bodyOf(partOf('file', 'a'), metadata, partOf('file1', 'b'), metadata, END)));
  expect(seen).toEqual([
    ['metadata', ['file'], 1],
    ['metadata', ['file', 'metadata', 'file1'], 2],
  ]);
});

test('a shortened body is refused, wherever it was cut', async () => {
  const body = bodyOf(metadata, partOf('file', 'abc', '; filename="a"'), partOf('file1', ''), END.trimEnd());
  for (let length = 0; length < body.length; length += 1) {
    await expect(read(body.subarray(0, length))).rejects.toMatchObject({ code: 'body_invalid' });
  }
});

test('no body makes it hang, and a body in chunks has the status of the whole body', async () => {
  const limits = { bodyBytesMax: 1024 * KiB, fieldBytesMax: 8 * KiB };
  const seen = new Set<number>();
  const piece = fc.oneof(
    fc.constantFrom(
      metadata,
      partOf('file', big),
      partOf('metadata', 'x'.repeat(9 * KiB)),
      Buffer.from(END),
      Buffer.from(`--${BOUNDARY}`),
      Buffer.from('\r\n'),
      Buffer.from('--'),
    ),
    fc.uint8Array({ maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 8 }),
      fc.integer({ min: 500, max: 100_000 }),
      async (pieces, size) => {
        const body = bodyOf(...pieces);
        const handler = new UploadHandler(limits);
        const response = await handler.fetch(uploadOf(streamOf(body, [size])));
        const status = statusOf(body, size, limits);
        expect(response.status).toBe(status);
        seen.add(status);
        expect(handler.running).toBe(0);
      },
    ),
    {
      numRuns: 300,
      // Of random pieces hardly any body is whole.
      examples: [
        [[metadata, partOf('file', 'a'), Buffer.from(END)], 500],
        [[metadata], 500],
        [[metadata, partOf('metadata', 'x'.repeat(9 * KiB)), Buffer.from(END)], 500],
      ],
    },
  );
  expect([...seen].toSorted()).toEqual([200, 400, 413]);
});

test('a declared length over the limit is refused unread', async () => {
  const handler = new UploadHandler({ bodyBytesMax: 10 });
  const pull = vi.fn();
  const request = uploadOf(new ReadableStream({ pull }, { highWaterMark: 0 }), { 'content-length': '11' });
  await expect(handler.read(request)).rejects.toMatchObject({ code: 'request_too_large' });
});

describe('a text part', () => {
  const text = '{"name":"Caf\u00e9"}';
  const typed = (contentType: string) => `\r\nContent-Type: ${contentType}`;

  test.each([
    ['text/plain; charset=ISO-8859-1', Buffer.from(text, 'latin1'), text],
    ['text/plain; charset="iso-8859-1"', Buffer.from('{"\x80"}', 'latin1'), '{"\x80"}'],
    ['application/json; Charset=Latin1', Buffer.from(text, 'latin1'), text],
    ['text/plain; charset=windows-1252', Buffer.from('{"\x80"}', 'latin1'), '{"€"}'],
    ['text/plain; charset=US-ASCII', Buffer.from('{}'), '{}'],
    ['text/plain; charset=UTF-8', Buffer.from(text), text],
    ['text/plain; charset=utf8; format=flowed', Buffer.from(text), text],
    ['text/plain', Buffer.from(text), text],
  ])('of %s is decoded so', async (contentType, bytes, expected) => {
    expect(await read(bodyOf(partOf('metadata', bytes, typed(contentType)), END))).toEqual([
      field('metadata', expected),
    ]);
  });

  const refusedFor = (contentType: string, content: string | Uint8Array) =>
    read(bodyOf(partOf('metadata', content, typed(contentType)), END));

  test.each([
    ['UTF-16', 'UTF-16'],
    ['Shift_JIS', 'Shift_JIS'],
    ['"<b>"', 'of another form'],
  ])('of the charset %s is refused by its name', async (charset, shown) => {
    await expect(refusedFor(`text/plain; charset=${charset}`, '{}')).rejects.toMatchObject({
      code: 'content_type_invalid',
      problems: [
        {
          says: `The part metadata declares the charset ${shown}. These are read: UTF-8, US-ASCII, ISO-8859-1, windows-1252.`,
        },
      ],
    });
  });

  test.each(['US-ASCII', 'UTF-8'])(
    'that is not of the charset %s that it declares is refused',
    async (charset) => {
      const bytes = Buffer.from(text, 'latin1');
      await expect(refusedFor(`text/plain; charset=${charset}`, bytes)).rejects.toMatchObject({
        code: 'body_invalid',
        problems: [{ says: `The part metadata is not ${charset}.` }],
      });
    },
  );
});

test.each(['base64', 'quoted-printable', 'Base64'])(
  'a part that says it is %s is refused, and the encoding named',
  async (encoding) => {
    const part = partOf('file1', 'eHl6', `\r\nContent-Transfer-Encoding: ${encoding}`);
    await expect(read(bodyOf(metadata, part, END))).rejects.toMatchObject({
      code: 'body_invalid',
      problems: [
        {
          says: 'The part file1 has a Content-Transfer-Encoding such as base64. Send its bytes as they are, without that header.',
        },
      ],
    });
  },
);

test.each(['binary', '8bit', '7bit', 'BINARY'])('a part that says it is %s is taken', async (encoding) => {
  const part = partOf('file', 'xyz', `\r\nContent-Transfer-Encoding: ${encoding}`);
  expect(await read(bodyOf(part, END))).toEqual([file('file', 'xyz')]);
});
