import type { RequestFacts } from './request-facts.ts';
import { requestLogLine } from './request-log-line.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** The longest time that a line waits. Lines are written together, because a write costs as much as making a line. */
const GATHER_MS = 10;
/** The buffer is written at this size, some 160 lines: below the 64 KiB that a pipe holds. */
const GATHERED_BYTES = 50 * 1024;

/**
 * Batches the lines of requests into one write. Each line is made at once, because keeping the facts of many requests
 * is slower. The buffer is one string; V8 appends to it without copying.
 */
export function gatheredRequests(write: (lines: Uint8Array) => void) {
  let lines = '';
  /** The time of day at which `world.elapsedMs()` was 0, computed when the first waiting line came. */
  let zero = 0;
  let soon: Timer | null = null;

  function writeNow(): void {
    if (lines === '') return;
    if (soon !== null) world.cancel(soon);
    soon = null;
    // Lines contain only characters of one byte.
    const bytes = Buffer.from(lines, 'latin1');
    lines = '';
    write(bytes);
  }

  return {
    add(request: RequestFacts): void {
      if (lines === '') {
        zero = world.time() - world.elapsedMs();
        soon = world.after(writeNow, GATHER_MS).unref();
      }
      lines += requestLogLine(request, zero);
      if (lines.length >= GATHERED_BYTES) writeNow();
    },
    /** Writes the gathered lines now. */
    write: writeNow,
  };
}
