import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, deriveKeys, hmac, hmacMatches } from '../../src/crypto/secret.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);

test('what the vault sealed at a place it opens there', () => {
  const vault = createVault([secret(1)]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
      expect(vault.decrypt(vault.encrypt(text, place), place)).toBe(text);
    }),
  );
});

test('a sealed value opens nowhere else', () => {
  const vault = createVault([secret(1)]);
  expect(() => vault.decrypt(vault.encrypt('text', 'here'), 'there')).toThrow('damaged or was moved');
});

test('a sealed value with any changed character does not open', () => {
  const vault = createVault([secret(1)]);
  const sealed = vault.encrypt('a text of some length', 'here');
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 1 }), fc.constantFrom('A', 'b', '9'), (at, other) => {
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      const same = (value: string) => Buffer.from(value.split('.')[2] ?? '', 'base64url').toString('hex');
      fc.pre(same(changed) !== same(sealed) || changed.slice(0, 12) !== sealed.slice(0, 12));
      expect(() => vault.decrypt(changed, 'here')).toThrow('(here)');
    }),
  );
});

test('a sealed value that is cut short does not open, whatever is left of its tag', () => {
  const vault = createVault([secret(1)]);
  const [version, name, body = ''] = vault.encrypt('a text of some length', 'here').split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = `${version}.${name}.${bytes.subarray(0, length).toString('base64url')}`;
    expect(() => vault.decrypt(cut, 'here')).toThrow('damaged or was moved');
  }
});

test('damage is told with its column and row, and without what a client chose', () => {
  const vault = createVault([secret(1)]);
  const place = 'idempotency_key.answer/par_1/order 77 of Chan Tai Man';
  expect(() => vault.decrypt(vault.encrypt('text', 'elsewhere'), place)).toThrow(
    expect.objectContaining({ location: 'idempotency_key.answer/par_1' }),
  );
});

test('the same text is sealed differently each time', () => {
  const vault = createVault([secret(1)]);
  expect(vault.encrypt('text', 'here')).not.toBe(vault.encrypt('text', 'here'));
});

test('the first key seals, all open, and an unknown one is said to be unknown', () => {
  const old = createVault([secret(1)]);
  const rotated = createVault([secret(2), secret(1)]);
  expect(rotated.decrypt(old.encrypt('text', 'here'), 'here')).toBe('text');
  expect(() => old.decrypt(rotated.encrypt('text', 'here'), 'here')).toThrow('not configured');
});

test('keys of two purposes differ, those of one do not', () => {
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
