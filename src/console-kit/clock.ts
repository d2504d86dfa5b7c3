/**
 * How far the clock of this computer may differ from the one of the gateway: a date in a header has whole seconds and is
 * as old as the way of its answer.
 */
const TOLERANCE_MS = 60_000;

let behindMs = 0;

/** Compares the clock of this computer, which may be wrong by hours, with an answer of the gateway. */
export function compareClock({ headers }: Response): void {
  const there = Date.parse(headers.get('date') ?? '');
  const differsMs = there - Date.now();
  if (Number.isFinite(there)) behindMs = Math.abs(differsMs) > TOLERANCE_MS ? differsMs : 0;
}

/** Now, as the gateway has it. */
export const nowMs = (): number => Date.now() + behindMs;
