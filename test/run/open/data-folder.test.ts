import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tidyDataDir } from '../../../src/run/open/data-folder.ts';
import { dataFolder } from '../../support/gateway-process.ts';

const HOUR_MS = 3_600_000;

test('what a killed process left of its short files is removed, and nothing else', async () => {
  using folder = dataFolder();
  const put = (name: string, age: 'old' | 'new') => {
    const file = join(folder.path, name);
    writeFileSync(file, '{}');
    const at = new Date(Date.now() - (age === 'old' ? HOUR_MS : 0));
    utimesSync(file, at, at);
    return name;
  };
  const anchor = 'audit-anchor-0123456789abcdef.json';
  const kept = [
    put('secret.key', 'old'),
    put(anchor, 'old'),
    // Another process is writing it.
    put(`${anchor}.${randomUUID()}`, 'new'),
    put('secret.key.before', 'old'),
    put(`notes.${randomUUID()}`, 'old'),
  ];
  put(`secret.key.${randomUUID()}`, 'old');
  put(`${anchor}.${randomUUID()}`, 'old');
  await tidyDataDir(folder.path);
  expect(readdirSync(folder.path).toSorted()).toEqual(kept.toSorted());
});
