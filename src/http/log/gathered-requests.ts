import type { RequestFacts } from './request-facts.ts';
import { putRequestLine } from './request-line.ts';

/** A line waits so long for others at most, as a write costs as much as all else of a line together. */
const GATHER_MS = 10;
/**
 * Lines that are written together have so many bytes at most, of the 64 KiB that a pipe takes: those of some 160 requests. A
 * single line is far smaller.
 */
const GATHERED_BYTES_MAX = 50 * 1024;

/**
 * Lines of requests that are written together. Each is made at once, which takes less time than to keep the facts of many
 * requests and to make their lines together. `write` must not keep the bytes: the next lines are put where these are.
 */
export function gatheredRequests(write: (lines: Uint8Array) => void) {
  const room = Buffer.allocUnsafeSlow(GATHERED_BYTES_MAX);
  let length = 0;
  /** When `performance.now()` was 0, by the clock of the first line that waits. */
  let zero = 0;
  let soon: NodeJS.Timeout | null = null;

  function writeNow(): void {
    if (length === 0) return;
    if (soon !== null) clearTimeout(soon);
    soon = null;
    const lines = room.subarray(0, length);
    length = 0;
    write(lines);
  }

  function add(request: RequestFacts): void {
    if (length === 0) {
      zero = Date.now() - performance.now();
      soon = setTimeout(writeNow, GATHER_MS).unref();
    }
    const end = putRequestLine(request, zero, room, length);
    if (end !== null) length = end;
    else if (length > 0) {
      writeNow();
      add(request);
    }
  }

  return {
    add,
    /** Writes now what was gathered. */
    write: writeNow,
  };
}
