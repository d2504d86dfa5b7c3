import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { systemClock } from '../../../src/kernel/clock.ts';
import { backUp } from '../../../src/run/backup/backup.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';

/** Long enough that the failure of the other file was handled. */
const SLOW_MS = 300;

test('a backup that fails at one file names it and says why, and removes its folder when no other file is being copied', async () => {
  using place = dataFolder();
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(place.path, 'data'),
    SECRET_KEY: '0d'.repeat(32),
  });
  await using gateway = await openGateway(config, systemClock);
  let thereAtLast: readonly string[] = [];
  const slow = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setTimeout(SLOW_MS);
      thereAtLast = readdirSync(place.path);
      controller.enqueue(Buffer.from('bytes'));
      controller.close();
    },
  });
  const writtenAt = new Date();
  const blobs = {
    ...gateway.blobs,
    async *list() {
      yield { key: 'more:slow', size: 5, writtenAt };
      yield { key: 'more:unreadable', size: 5, writtenAt };
    },
    async get({ key }: { readonly key: string }) {
      if (key === 'more:slow') return slow;
      throw Object.assign(new Error('A folder.'), { code: 'EISDIR' });
    },
  };
  const folder = join(place.path, 'backup');
  const made = backUp({ config, gateway: { ...gateway, blobs }, folder, progress: () => {} });
  await expect(made).rejects.toThrow(
    'The backup ended at the file more:unreadable: a folder is where a file is needed.',
  );
  expect(readdirSync(place.path)).toEqual(['data']);
  expect(thereAtLast).toContainEqual(expect.stringMatching(/^backup\.unfinished-/));
});
