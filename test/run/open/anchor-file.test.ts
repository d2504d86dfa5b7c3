import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAnchors } from '../../../src/run/open/anchor-file.ts';
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
