import { writeSync } from 'node:fs';
import { type Timer, world } from '../../kernel/world.ts';

/** The most bytes of lines kept in memory if they cannot be written, because the reader is slow or the disk is full. */
const HELD_BYTES_MAX = 256 * 1024;
/** Milliseconds between two attempts; the pause doubles each time nothing could be written. */
const RETRY_MS = { from: 10, to: 1_000 } as const;
const LINE_END = 0x0a;
/** The most bytes of a write to a shared pipe that no other process can interrupt (`PIPE_BUF` of Linux). */
const SHARED_WRITE_BYTES = 4_096;

/**
 * Writes lines to a file descriptor without ever blocking. It keeps lines that cannot be written now. Beyond a limit it
 * drops lines and counts them. `onRecovered` gets the count when all kept lines are written. If other processes write
 * to the same pipe (`isShared`), whole lines are written at once.
 */
export function logLines(fd: number, onRecovered: (dropped: number) => void, isShared = false) {
  const written = isShared ? writtenInParts : writtenAtOnce;
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let dropped = 0;
  let retryMs: number = RETRY_MS.from;
  let retry: Timer | null = null;

  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
    retry ??= world.after(flush, retryMs).unref();
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

  function write(lines: Uint8Array): void {
    const isNext = held.length === 0;
    const left = isNext ? lines.subarray(written(fd, lines)) : lines;
    if (isNext || heldBytes + left.length <= HELD_BYTES_MAX) hold(new Uint8Array(left));
    else dropped += left.filter((byte) => byte === LINE_END).length;
  }

  return {
    /** Writes one or more lines now; bytes that cannot be written are copied and kept. */
    write,
    /** Tries once more to write the kept lines, at the end of the process. */
    flush(): void {
      if (held.length > 0) flush();
    },
    /** Drops the kept lines. Call it before `fd` is closed: its number may then belong to another file. */
    stop(): void {
      if (retry !== null) world.cancel(retry);
      held.length = 0;
    },
  };
}

/** Writes as many whole lines at once as fit into a write that is never interrupted. */
function writtenInParts(fd: number, bytes: Uint8Array): number {
  let start = 0;
  while (start < bytes.length) {
    const last = bytes.lastIndexOf(LINE_END, start + SHARED_WRITE_BYTES - 1);
    const end = last >= start ? last + 1 : bytes.indexOf(LINE_END, start) + 1 || bytes.length;
    const count = writtenAtOnce(fd, bytes.subarray(start, end));
    start += count;
    if (start < end) break;
  }
  return start;
}

/** Number of bytes written; 0 if the disk is full or nothing reads the pipe. */
function writtenAtOnce(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
}
