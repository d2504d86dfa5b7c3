import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signDownloadUrl, verifyDownloadUrl } from '../../../src/engine/blob/signed-url.ts';
import { newId } from '../../../src/kernel/id.ts';
import type { SecretKeys } from '../../../src/engine/crypto/keys.ts';
import { anyCharacter } from '../../support/any-character.ts';

const publicUrl = 'https://gateway.example/base';
const fileId = 'doc_01kq3v7m5cd8';
const keyId = newId('key', new Date('2026-04-01T00:00:00Z'));
const holder = { keyId, sessionHash: null };
const signedFor = { fileId, holder };
const keys: SecretKeys = [randomBytes(32)];
const now = new Date('2026-05-01T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const url = signDownloadUrl({ publicUrl, fileId, holder, keys, now });
const pathAndQuery = url.slice(publicUrl.length);
const verify = (text: string, when = now, by = keys) =>
  verifyDownloadUrl({ pathAndQuery: text, keys: by, now: when });
const codeOf = (text: string, when = now, by = keys) => {
  try {
    return verify(text, when, by);
  } catch (error) {
    return error instanceof Error ? error.message : 'not an error';
  }
};

test('a URL names the document, its expiry and a signature', () => {
  expect(url).toMatch(
    /^https:\/\/gateway\.example\/base\/v1\/files\/doc_\w+\?expires=1777629900&signature=[0-9a-f]{64}$/,
  );
});

test('a slash at the end of the public URL is not doubled', () => {
  expect(signDownloadUrl({ publicUrl: `${publicUrl}/`, fileId, holder, keys, now })).toBe(url);
});

test('it is valid for 300 seconds', () => {
  expect(verify(pathAndQuery)).toEqual(signedFor);
  expect(verify(pathAndQuery, later(299.999))).toEqual(signedFor);
  expect(codeOf(pathAndQuery, later(300))).toBe('url_expired');
});

test('only the gateway can read from it which key requested it', () => {
  const byOther = signDownloadUrl({
    publicUrl,
    fileId,
    holder: { keyId: newId('key', now), sessionHash: null },
    keys,
    now,
  });
  expect(byOther).not.toBe(url);
  const later60 = signDownloadUrl({ publicUrl, fileId, holder, keys, now: later(60) });
  expect(later60.slice(-32)).not.toBe(url.slice(-32));
  expect(verify(later60.slice(publicUrl.length))).toEqual(signedFor);
});

test('it can be made for a session, which its hash names, or for neither', () => {
  const [ofSession, ofNone] = [
    { keyId, sessionHash: 'ab'.repeat(32) },
    { keyId: null, sessionHash: null },
  ].map((each) => signDownloadUrl({ publicUrl: '', fileId, holder: each, keys, now }));
  expect(verify(ofSession ?? '')).toEqual({
    fileId,
    holder: { keyId: null, sessionHash: 'ab'.repeat(16) },
  });
  expect(verify(ofNone ?? '')).toEqual({ fileId, holder: { keyId: null, sessionHash: null } });
});

test('a URL that is changed and expired is refused as changed', () => {
  expect(codeOf(`${pathAndQuery.slice(0, -1)}_`, later(1000))).toBe('url_signature_invalid');
});

describe('keys', () => {
  const next = randomBytes(32);

  test('an older key still verifies', () => {
    expect(verify(pathAndQuery, now, [next, keys[0]])).toEqual(signedFor);
  });

  test('the first one signs', () => {
    const signed = signDownloadUrl({ publicUrl: '', fileId, holder, keys: [next, keys[0]], now });
    expect(verify(signed, now, [next])).toEqual(signedFor);
  });

  test('a key that is gone does not verify', () => {
    expect(codeOf(pathAndQuery, now, [next])).toBe('url_signature_invalid');
  });
});

describe('a changed byte is refused', () => {
  test('at every position and for every other value', () => {
    fc.assert(
      fc.property(fc.nat(pathAndQuery.length - 1), fc.integer({ min: 0, max: 255 }), (at, code) => {
        const changed = pathAndQuery.slice(0, at) + String.fromCharCode(code) + pathAndQuery.slice(at + 1);
        fc.pre(changed !== pathAndQuery);
        expect(codeOf(changed)).toBe('url_signature_invalid');
      }),
      { numRuns: 2000 },
    );
  });

  test('inserted or left out', () => {
    fc.assert(
      fc.property(
        fc.nat(pathAndQuery.length),
        fc.string({ minLength: 1, maxLength: 3, unit: anyCharacter }),
        (at, more) => {
          expect(codeOf(pathAndQuery.slice(0, at) + more + pathAndQuery.slice(at))).toBe(
            'url_signature_invalid',
          );
        },
      ),
    );
    for (let at = 0; at < pathAndQuery.length; at += 1) {
      expect(codeOf(pathAndQuery.slice(0, at) + pathAndQuery.slice(at + 1))).toBe('url_signature_invalid');
    }
  });

  const [path = '', expires = '', signature = ''] = pathAndQuery.split(/[?&]/);
  test.each([
    `${path}?${signature}&${expires}`,
    `${pathAndQuery}&a=b`,
    `${path}?a=b&${expires}&${signature}`,
    `${path}?${expires.replace('=', '=0')}&${signature}`,
    `${path}?${expires.replace('=', '=+')}&${signature}`,
    `${path}?${expires}&${signature.toUpperCase()}`,
    `${path}?${expires}&${signature}&${signature}`,
    `${path.replace('doc_', 'doc%5F')}?${expires}&${signature}`,
    `/${pathAndQuery}`,
    `${pathAndQuery}\n`,
    `${pathAndQuery}#x`,
    path,
    '',
  ])('%j', (changed) => {
    expect(codeOf(changed)).toBe('url_signature_invalid');
  });
});
