import { writeSync } from 'node:fs';

/** Lines that are kept while nobody takes them: a reader that lags, a disk that is made room on. */
const HELD_BYTES_MAX = 256 * 1024;
/** Between two attempts; twice as long each time that nothing was taken. */
const RETRY_MS = { from: 10, to: 1_000 } as const;

/**
 * Lines for a file descriptor that must not block. What cannot be written now is kept up to a limit, and what comes then is
 * dropped and counted: a log is never waited for. `onRecovered` is told the count once all that was kept is written.
 */
export function logLines(fd: number, onRecovered: (dropped: number) => void) {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let dropped = 0;
  let retryMs: number = RETRY_MS.from;
  let retry: NodeJS.Timeout | null = null;

  function hold(bytes: Uint8Array): void {
    held.push(bytes);
    heldBytes += bytes.length;
    retry ??= setTimeout(flush, retryMs).unref();
  }

  function flush(): void {
    retry = null;
    const all = Buffer.concat(held);
    const left = all.subarray(taken(fd, all));
    retryMs = left.length < all.length ? RETRY_MS.from : Math.min(RETRY_MS.to, retryMs * 2);
    held.length = 0;
    heldBytes = 0;
    if (left.length > 0) return hold(left);
    const count = dropped;
    dropped = 0;
    if (count > 0) onRecovered(count);
  }

  return {
    write(line: string): void {
      const bytes = Buffer.from(line);
      if (held.length === 0) {
        const left = bytes.subarray(taken(fd, bytes));
        if (left.length > 0) hold(left);
      } else if (heldBytes + bytes.length <= HELD_BYTES_MAX) hold(bytes);
      else dropped += 1;
    },
    /** A last attempt, when the process ends. */
    flush(): void {
      if (held.length > 0) flush();
    },
  };
}

/** How many bytes were written: none on a disk that is full, or a pipe that nobody reads. */
function taken(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
}
