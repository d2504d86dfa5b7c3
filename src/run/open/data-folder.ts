import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeAbandoned } from '../../engine/files/durable.ts';
import { makePrivate } from '../../engine/files/private-folder.ts';

/** Names that the gateway makes in DATA_DIR, or that a new volume contains. */
const OWN_NAMES = /^(?:secret\.key|gateway\.db|audit|files$|spool$|lost\+found$)/;

/** The short files in DATA_DIR. They are written under another name first. */
const SHORT_FILE = /^(?:secret\.key|audit-(?:anchor|server)-[\da-f]{16}\.json)$/;

/**
 * Removes the remains of short files that killed processes left, because they may be copies of the secret. Then removes
 * the access of other accounts to the folders of the gateway in DATA_DIR, and to DATA_DIR itself if it holds nothing
 * else. A shared folder such as /tmp does not change: each file of the gateway is private by itself.
 */
export async function tidyDataDir(dataDir: string): Promise<void> {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  await removeAbandoned(dataDir, (name) => SHORT_FILE.test(name));
  for (const folder of ['files', 'spool']) makePrivate(join(dataDir, folder));
  if (readdirSync(dataDir).every((name) => OWN_NAMES.test(name))) makePrivate(dataDir);
}
