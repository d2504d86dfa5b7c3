import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { splitParts } from '../../../../src/engine/http/multipart/parts.ts';
import { briefChunks } from '../../../support/requests/bytes.ts';
import { BOUNDARY, bodyOf, END, partOf } from '../../../support/requests/multipart-body.ts';

test('parts are whole if each chunk of the body is overwritten when the next one is asked for', async () => {
  const contents = [
    '{"type":"nar1"}',
    `\r\n--${BOUNDARY.slice(1)}\r\n--`,
    randomBytes(300).toString('latin1'),
  ];
  const body = bodyOf(...contents.map((content, turn) => partOf(`part${turn}`, content)), END);
  for (let size = 1; size < 200; size += 1) {
    const found: [string, string][] = [];
    for await (const { name, bytes } of splitParts(briefChunks(body, size), BOUNDARY)) {
      const copies = await Array.fromAsync(bytes, (chunk) => Buffer.from(chunk));
      found.push([name, Buffer.concat(copies).toString()]);
    }
    expect(found).toEqual(contents.map((content, turn) => [`part${turn}`, content]));
  }
});
