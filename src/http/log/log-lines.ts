import { writeSync } from 'node:fs';

/** Bytes of lines kept in memory while they cannot be written: the reader is slow or the disk is full. */
const HELD_BYTES_MAX = 256 * 1024;
/** Pause between two attempts in milliseconds; it doubles each time nothing could be written. */
const RETRY_MS = { from: 10, to: 1_000 } as const;
const BYTES_OF_CHARACTER_MAX = 3;
/** Room for the lines of most writes, so that they make no garbage: those of 160 requests. */
const USUAL_BYTES = BYTES_OF_CHARACTER_MAX * 64 * 1024;

/**
 * Writes lines to a file descriptor without ever blocking. Lines that cannot be written now are kept up to a limit;
 * beyond it lines are dropped and counted. `onRecovered` gets the count when all kept lines are written.
 */
export function logLines(fd: number, onRecovered: (dropped: number) => void) {
  const held: Uint8Array[] = [];
  const writeUnheld = lineWriter(fd);
  let heldBytes = 0;
  let dropped = 0;
  let retryMs: number = RETRY_MS.from;
  let retry: NodeJS.Timeout | null = null;

  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
    retry ??= setTimeout(flush, retryMs).unref();
  }

  function flush(): void {
    retry = null;
    const all = Buffer.concat(held);
    const left = all.subarray(written(fd, all));
    retryMs = left.length < all.length ? RETRY_MS.from : Math.min(RETRY_MS.to, retryMs * 2);
    held.length = 0;
    heldBytes = 0;
    if (left.length > 0) return hold(left);
    const count = dropped;
    dropped = 0;
    if (count > 0) onRecovered(count);
  }

  function write(lines: string): void {
    if (held.length === 0) return hold(writeUnheld(lines));
    const bytes = Buffer.from(lines);
    if (heldBytes + bytes.length <= HELD_BYTES_MAX) hold(bytes);
    else dropped += lines.split('\n').length - 1;
  }

  return {
    /** Writes one line or several now. */
    write,
    /** Tries once more to write what was kept, when the process ends. */
    flush(): void {
      if (held.length > 0) flush();
    },
    /** Drops the kept lines. Call it before `fd` is closed: its number may then belong to another file. */
    stop(): void {
      if (retry !== null) clearTimeout(retry);
      held.length = 0;
    },
  };
}

/** Returns a function that writes lines, and returns the bytes that could not be written. */
function lineWriter(fd: number): (lines: string) => Uint8Array {
  const usual = Buffer.allocUnsafeSlow(USUAL_BYTES);
  return (lines) => {
    const isUsual = lines.length * BYTES_OF_CHARACTER_MAX <= usual.length;
    const bytes = isUsual ? usual.subarray(0, usual.write(lines)) : Buffer.from(lines);
    const left = bytes.subarray(written(fd, bytes));
    // A copy, as the next lines are put where these are.
    return isUsual ? Uint8Array.from(left) : left;
  };
}

/** Number of bytes written; 0 where the disk is full or nothing reads the pipe. */
function written(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
}
