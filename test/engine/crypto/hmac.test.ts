import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hmac } from '../../../src/engine/crypto/hmac.ts';

const byNode = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex');

describe('An HMAC', () => {
  test('is the one of RFC 4231', () => {
    expect(hmac(Buffer.alloc(20, 0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(hmac(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(
      hmac(Buffer.alloc(131, 0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First'),
      'a key longer than a block',
    ).toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
  });

  test('is the same as by Node for any text and key, also after another text and another key', () => {
    const key = fc.uint8Array({ minLength: 1, maxLength: 70 });
    const text = fc.uint16Array({ maxLength: 200 }).map((units) => String.fromCharCode(...units));
    const both = fc.array(fc.tuple(key, text), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(both, (all) => {
        const twice = [...all, ...all];
        expect(twice.map(([by, each]) => hmac(by, each))).toEqual(
          twice.map(([by, each]) => byNode(by, each)),
        );
      }),
    );
  });

  test.each([0, 55, 56, 63, 64, 65, 16_383, 16_384, 16_385, 100_000])(
    'is the same as by Node for %i characters, each of one byte, of three, or half a pair',
    (length) => {
      const key = Buffer.alloc(32, 7);
      for (const character of ['a', '\u6e2f', '\ud83d']) {
        const text = character.repeat(length);
        expect(hmac(key, text)).toBe(byNode(key, text));
      }
    },
  );
});
