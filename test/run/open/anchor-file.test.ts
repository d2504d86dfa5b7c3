import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorFileOf, createAnchors } from '../../../src/run/open/anchor-file.ts';
import { dataFolder } from '../../support/gateway-process.ts';

test('processes of containers that share a DATA_DIR have one id, and note checkpoints at the same time', async () => {
  using folder = dataFolder();
  const file = join(folder.path, 'audit-anchor.json');
  const gateways = Array.from({ length: 8 }, () => createAnchors(file));
  const hash = 'ab'.repeat(32);
  for (let number = 1; number <= 20; number += 1) {
    await Promise.all(gateways.map((anchors) => anchors.note({ number, hash })));
    expect(await createAnchors(file).last()).toEqual({ number, hash });
  }
  expect(readdirSync(folder.path)).toEqual(['audit-anchor.json']);
});

test('a database of several hosts has one note, whoever connects to it and with whatever settings', () => {
  const noteOf = (url: string) => anchorFileOf('/data', url);
  const note = noteOf('postgres://me:secret@a:5433,b:5434/fundgate');
  expect(note).toMatch(/^\/data\/audit-anchor-[0-9a-f]{16}\.json$/);
  expect(noteOf('postgres://you@a:5433,b:5434/fundgate?target_session_attrs=read-write')).toBe(note);
  expect(noteOf('postgres://me@a:5433/fundgate')).not.toBe(note);
});
