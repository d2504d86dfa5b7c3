/**
 * The allowed difference between the clocks of this computer and the gateway. A date in a header has whole seconds, and
 * is as old as the time that the response took to arrive.
 */
const TOLERANCE_MS = 60_000;

let behindMs = 0;

/**
 * Compares the clock of this computer, which may be wrong by hours, with a response of the gateway. A slow response is
 * ignored, because the computer may have slept meanwhile.
 */
export function compareClock({ headers }: Response, sentMs: number): void {
  const there = Date.parse(headers.get('date') ?? '');
  const here = Date.now();
  if (!Number.isFinite(there) || Math.abs(here - sentMs) > TOLERANCE_MS) return;
  const differsMs = there - here;
  behindMs = Math.abs(differsMs) > TOLERANCE_MS ? differsMs : 0;
}

/** The present time of the gateway. */
export const nowMs = (): number => Date.now() + behindMs;
