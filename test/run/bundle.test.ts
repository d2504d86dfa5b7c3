import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBundle, MANIFEST, stampOf } from '../../src/run/bundle/find.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the bundle', () => {
  const given = () => pathToFileURL(`${mkdtempSync(join(folder, 'given-'))}/`);
  const withStamp = (path: string, stamp: string | null) => {
    const url = given();
    mkdirSync(url, { recursive: true });
    writeFileSync(new URL(MANIFEST, url), JSON.stringify({ stamps: { [path]: stamp }, entries: { a: 'b' } }));
    return url;
  };

  test('is used while no source has changed since', () => {
    expect(findBundle(withStamp('package.json', stampOf('package.json')))).toEqual({ a: 'b' });
  });

  test('is not used if a source has changed or gone, or if it is not whole', () => {
    expect(findBundle(withStamp('package.json', '1 1'))).toBeNull();
    expect(findBundle(withStamp('src/gone.ts', '1 1'))).toBeNull();
    expect(findBundle(given())).toBeNull();
  });
});
