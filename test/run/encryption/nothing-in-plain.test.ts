import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIn, filesUnder, spellingsOf } from './spellings.ts';
import { openInstallation, OLD } from '../../support/installation.ts';
import { PLAIN_TEXT, SECRET_TEXTS, storeSecrets } from './secret-texts.ts';

test('nothing secret is found in the database file, its log or the storage', async () => {
  await using installation = await openInstallation();
  const fixture = await installation.open(OLD);
  await storeSecrets(await fixture.partner());
  const secrets = Object.values(SECRET_TEXTS);
  const names = filesUnder(installation.folder).map((path) => path.slice(installation.folder.length + 1));
  expect(names).toEqual(expect.arrayContaining(['gateway.db', 'gateway.db-wal']));
  expect(names.filter((name) => name.startsWith('files/doc_'))).toHaveLength(18);
  expect(findIn(installation.folder, secrets)).toEqual([]);
  expect(findIn(installation.folder, [PLAIN_TEXT]).join()).toContain('gateway.db');
  await fixture.close();
  expect(findIn(installation.folder, secrets)).toEqual([]);
  expect(findIn(installation.folder, [PLAIN_TEXT]).join()).toContain('gateway.db');
});

test('the search finds a text in every spelling, wherever it stands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-spelling-'));
  const text = SECRET_TEXTS.batch;
  const written = (before: string, behind: string) => [
    before + text + behind,
    Buffer.from(before + text + behind).toString('base64'),
    Buffer.from(before + text + behind).toString('base64url'),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
    JSON.stringify({ text }),
  ];
  try {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (before, behind) => {
        for (const content of written(before, behind)) {
          writeFileSync(join(folder, 'file'), content);
          expect(findIn(folder, [text])).toHaveLength(1);
        }
      }),
      { numRuns: 25 },
    );
    writeFileSync(join(folder, 'file'), Buffer.from(`x${text}`, 'utf16le'));
    expect(findIn(folder, [text])).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(spellingsOf(text).every((spelling) => spelling.length >= text.length)).toBe(true);
});
