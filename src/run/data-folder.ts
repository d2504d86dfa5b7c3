import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../kernel/private-folder.ts';

/** How everything begins that the gateway makes in DATA_DIR, and what a new volume has in it. */
const OWN_NAMES = /^(?:secret\.key|gateway\.db|audit|files$|spool$|lost\+found$)/;

/**
 * Takes what is in DATA_DIR from other accounts: its folders, and the folder itself where it has nothing else in it. One
 * that is shared with something else, as /tmp would be, stays as it is: every file of the gateway is private by itself.
 */
export function tightenDataDir(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const folder of ['files', 'spool']) makePrivate(join(dataDir, folder));
  if (readdirSync(dataDir).every((name) => OWN_NAMES.test(name))) makePrivate(dataDir);
}
