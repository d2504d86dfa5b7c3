import { promises, rmSync, truncateSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';

/** What a disk has of a file that was written since the world began. */
interface Written {
  /** Whether its bytes would survive a loss of power. */
  hasBytes: boolean;
  /** Whether its name would. */
  hasName: boolean;
}

const written = new Map<string, Written>();
const real = { open: promises.open, rename: promises.rename };

// The disk notes what is written and what is synced; everything else is the real file system's.
Object.assign(promises, {
  async open(...args: Parameters<typeof real.open>) {
    const handle = await real.open(...args);
    const [path, flags] = args;
    const name = String(path);
    if (flags === 'wx') written.set(name, { hasBytes: false, hasName: false });
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      const file = written.get(name);
      if (file !== undefined) file.hasBytes = true;
      for (const [each, of] of written) if (dirname(each) === name) of.hasName = true;
    };
    return handle;
  },
  async rename(...args: Parameters<typeof real.rename>) {
    await real.rename(...args);
    const [from, to] = args.map(String);
    const file = written.get(from ?? '');
    written.delete(from ?? '');
    if (file !== undefined) written.set(to ?? '', { ...file, hasName: false });
  },
});
syncBuiltinESMExports();

/** A new world has a new disk. */
export function newDisk(): void {
  written.clear();
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
