import { rmSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { forgetFiles, useFilesWithoutThreads } from './files.ts';

/** What a disk has of a file that was written since the world began. */
interface Written {
  /** Whether its bytes would survive a loss of power. */
  hasBytes: boolean;
  /** Whether its name would. */
  hasName: boolean;
}

const written = new Map<string, Written>();

useFilesWithoutThreads({
  onMade: (path) => void written.set(path, { hasBytes: false, hasName: false }),
  onSynced(path) {
    const file = written.get(path);
    if (file !== undefined) file.hasBytes = true;
    for (const [each, of] of written) if (dirname(each) === path) of.hasName = true;
  },
  onRenamed(from, to) {
    const file = written.get(from);
    written.delete(from);
    if (file !== undefined) written.set(to, { ...file, hasName: false });
  },
});

/** A new world has a new disk. */
export function newDisk(): void {
  written.clear();
  forgetFiles();
}

/** What was not synced is lost: the bytes of a file, or its name. */
export function losePower(): void {
  for (const [path, { hasBytes, hasName }] of written)
    try {
      if (!hasName) rmSync(path, { force: true });
      else if (!hasBytes) truncateSync(path);
    } catch {
      // It was removed.
    }
  written.clear();
}
