import type { RequestFacts } from './request-facts.ts';
import { requestLogLine } from './request-log-line.ts';

/** A line waits so long for others at most, as a write costs as much as all else of a line together. */
const GATHER_MS = 10;
/** Lines are written when they have so many bytes, of the 64 KiB that a pipe takes: those of some 160 requests. */
const GATHERED_BYTES = 50 * 1024;

/**
 * Lines of requests that are written together. Each is made at once, which takes less time than to keep the facts of many
 * requests and to make their lines together. Until then they are one text, to which V8 adds without copying.
 */
export function gatheredRequests(write: (lines: Uint8Array) => void) {
  let lines = '';
  /** When `performance.now()` was 0, by the clock of the first line that waits. */
  let zero = 0;
  let soon: NodeJS.Timeout | null = null;

  function writeNow(): void {
    if (lines === '') return;
    if (soon !== null) clearTimeout(soon);
    soon = null;
    // Each character of a line is one byte.
    const bytes = Buffer.from(lines, 'latin1');
    lines = '';
    write(bytes);
  }

  return {
    add(request: RequestFacts): void {
      if (lines === '') {
        zero = Date.now() - performance.now();
        soon = setTimeout(writeNow, GATHER_MS).unref();
      }
      lines += requestLogLine(request, zero);
      if (lines.length >= GATHERED_BYTES) writeNow();
    },
    /** Writes now what was gathered. */
    write: writeNow,
  };
}
