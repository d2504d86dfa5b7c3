import { expect, test } from 'vitest';
import { hmac, hmacMatches } from '../../../src/engine/crypto/hmac.ts';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);

test('keys of two purposes differ, and keys of one purpose are equal', () => {
  expect(deriveKeys([secret(1)], 'a')).toEqual(deriveKeys([secret(1)], 'a'));
  expect(deriveKeys([secret(1)], 'a')).not.toEqual(deriveKeys([secret(1)], 'b'));
});

test('an HMAC matches by any of the keys and by no other', () => {
  const mac = hmac(secret(1), 'text');
  expect(hmacMatches([secret(2), secret(1)], 'text', mac)).toBe(true);
  expect(hmacMatches([secret(2)], 'text', mac)).toBe(false);
  expect(hmacMatches([secret(1)], 'other', mac)).toBe(false);
  expect(hmacMatches([secret(1)], 'text', '')).toBe(false);
});
