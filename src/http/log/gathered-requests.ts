import type { RequestFacts } from './request-facts.ts';
import { requestLines } from './request-line.ts';

/** A request waits so long for others at most, as a write costs more than all else of a line together. */
const GATHER_MS = 10;
/** So many have their lines made and written at once: some 50 KiB, of the 64 KiB that a pipe takes. */
const GATHERED_MAX = 160;

/**
 * Requests whose lines are made and written together. Beside a request the processor has other code and data at hand, so
 * that the same line takes several times as long.
 */
export function gatheredRequests(write: (lines: string) => void) {
  let gathered: RequestFacts[] = [];
  let soon: NodeJS.Timeout | null = null;

  function writeNow(): void {
    if (gathered.length === 0) return;
    if (soon !== null) clearTimeout(soon);
    soon = null;
    const requests = gathered;
    gathered = [];
    write(requestLines(requests));
  }

  return {
    add(request: RequestFacts): void {
      if (gathered.push(request) === GATHERED_MAX) writeNow();
      else soon ??= setTimeout(writeNow, GATHER_MS).unref();
    },
    /** Writes now what was gathered. */
    write: writeNow,
  };
}
