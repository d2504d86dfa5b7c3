import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmac } from '../../src/crypto/hmac.ts';

const ofNode = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex');

test('an HMAC is that of RFC 4231', () => {
  const key = Buffer.from('Jefe');
  const text = 'what do ya want for nothing?';
  expect(hmac(key, text)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

test('an HMAC is the same as of Node, whatever the length of the key', () => {
  for (let length = 0; length <= 130; length += 1) {
    const key = new Uint8Array(length).fill(length + 1);
    expect(hmac(key, 'Ünïcode «text» 漢字')).toBe(ofNode(key, 'Ünïcode «text» 漢字'));
  }
});

test.each([0, 1, 1_364, 1_365, 1_366, 4_096, 100_000])('a text of %i wide letters has its HMAC', (length) => {
  const key = new Uint8Array(32).fill(7);
  for (const letter of ['漢', 'é', 'a', '\ud800']) {
    const text = letter.repeat(length);
    expect(hmac(key, text)).toBe(ofNode(key, text));
  }
});

test('a shorter text after a longer one has its own HMAC', () => {
  const key = new Uint8Array(64).fill(9);
  expect([hmac(key, 'x'.repeat(900)), hmac(key, 'y')]).toEqual([
    ofNode(key, 'x'.repeat(900)),
    ofNode(key, 'y'),
  ]);
});
