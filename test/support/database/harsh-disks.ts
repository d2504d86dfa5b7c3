import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a command of the system; null if it is not there or not permitted. */
function attempt(command: string, ...args: readonly string[]): true | null {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return null;
  }
}

const temporary = () => mkdtempSync(join(tmpdir(), 'fundgate-disk-'));

/** A disk of the given size, for a test to fill; null if mounting is not possible. */
export function smallDisk(size: string) {
  const path = temporary();
  if (attempt('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path) === null) {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    [Symbol.dispose]() {
      // A file that is still open does not prevent the unmount.
      attempt('umount', '--lazy', path);
      rmSync(path, { recursive: true });
    },
  };
}

/**
 * A folder in which nothing can be created; null if that is not possible. For root it must be immutable, because root
 * ignores permissions.
 */
export function forbiddenFolder() {
  const path = temporary();
  const asRoot = process.getuid?.() === 0;
  if (asRoot && attempt('chattr', '+i', path) === null) {
    rmSync(path, { recursive: true });
    return null;
  }
  if (!asRoot) chmodSync(path, 0o500);
  return {
    path,
    [Symbol.dispose]() {
      if (asRoot) attempt('chattr', '-i', path);
      else chmodSync(path, 0o700);
      rmSync(path, { recursive: true });
    },
  };
}

/**
 * Files that cannot be written any more, even if they are open, as on a file system that became read-only; null if
 * this is not possible.
 */
export function frozenFiles(...paths: readonly string[]) {
  if (attempt('chattr', '+i', ...paths) === null) return null;
  return { [Symbol.dispose]: () => void attempt('chattr', '-i', ...paths) };
}

/** Whether this machine can make such a place. */
export function isPossible(make: () => Disposable | null): boolean {
  using place = make();
  return place !== null;
}
