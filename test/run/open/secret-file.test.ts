import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSecret, readSecrets } from '../../../src/run/open/secret-file.ts';
import { dataFolder } from '../../support/gateway-process.ts';

test('a start makes a secret also if an earlier one, of the same process id, was killed while it made one', async () => {
  using folder = dataFolder();
  // In a container each process has the same id.
  writeFileSync(join(folder.path, `secret.key.${process.pid}`), '');
  const made = await makeSecret(folder.path);
  expect(readSecrets({ secretKey: null, dataDir: folder.path })).toEqual(made);
});
