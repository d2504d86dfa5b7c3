import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault } from '../../../src/engine/crypto/encryption.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);

test('a value encrypted for a row is decrypted for that row', () => {
  const vault = createVault([secret(1)]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, aad) => {
      expect(vault.decrypt(vault.encrypt(text, aad), aad)).toBe(text);
    }),
  );
});

test('an encrypted value cannot be decrypted for another row', () => {
  const vault = createVault([secret(1)]);
  expect(() => vault.decrypt(vault.encrypt('text', 'here'), 'there')).toThrow('damaged or was moved');
});

test('an encrypted value with any changed character cannot be decrypted', () => {
  const vault = createVault([secret(1)]);
  const encrypted = vault.encrypt('a text of some length', 'here');
  fc.assert(
    fc.property(fc.nat({ max: encrypted.length - 1 }), fc.constantFrom('A', 'b', '9'), (at, other) => {
      const changed = encrypted.slice(0, at) + other + encrypted.slice(at + 1);
      const same = (value: string) => Buffer.from(value.split('.')[2] ?? '', 'base64url').toString('hex');
      fc.pre(same(changed) !== same(encrypted) || changed.slice(0, 12) !== encrypted.slice(0, 12));
      expect(() => vault.decrypt(changed, 'here')).toThrow('(here)');
    }),
  );
});

test('an encrypted value that is cut short cannot be decrypted, however much is left of its tag', () => {
  const vault = createVault([secret(1)]);
  const [version, name, body = ''] = vault.encrypt('a text of some length', 'here').split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = `${version}.${name}.${bytes.subarray(0, length).toString('base64url')}`;
    expect(() => vault.decrypt(cut, 'here')).toThrow('damaged or was moved');
  }
});

test('the error of a damaged value names its column and row, and no text that a client chose', () => {
  const vault = createVault([secret(1)]);
  const aad = 'idempotency_key.answer/par_1/order 77 of Chan Tai Man';
  expect(() => vault.decrypt(vault.encrypt('text', 'elsewhere'), aad)).toThrow(
    expect.objectContaining({ location: 'idempotency_key.answer/par_1' }),
  );
});

test('the same text is encrypted differently each time', () => {
  const vault = createVault([secret(1)]);
  expect(vault.encrypt('text', 'here')).not.toBe(vault.encrypt('text', 'here'));
});

test('the first key encrypts, all decrypt, and an unknown key has its own error', () => {
  const old = createVault([secret(1)]);
  const rotated = createVault([secret(2), secret(1)]);
  expect(rotated.decrypt(old.encrypt('text', 'here'), 'here')).toBe('text');
  expect(() => old.decrypt(rotated.encrypt('text', 'here'), 'here')).toThrow('not configured');
});

test('no two values of a key have the same nonce, however many are encrypted', () => {
  const vault = createVault([secret(1)]);
  const nonces = Array.from({ length: 1_000 }, () =>
    vault.encrypt('text', 'here').split('.')[2]?.slice(0, 16),
  );
  expect(new Set(nonces).size).toBe(1_000);
});
