/** A statement that took as many milliseconds of processor time is slow; an ordinary one takes some 10 µs. */
const SLOW_MS = 20;
/**
 * Milliseconds for which a statement stays slow. It may be slow for one owner and fast for others, so that its next run
 * says little.
 */
const SLOW_FOR_MS = 60_000;
/** Texts that are remembered; the gateway has some hundred different statements, each in a few shapes. */
const TEXTS_MAX = 2_000;

/**
 * The statements that lately were slow, by their text. Processor time takes longer to read than most statements take, so it
 * is measured only for one that took long by the clock the time before: on a busy machine any statement does.
 */
export class SlowTexts {
  readonly #suspects = new Set<string>();
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  has(sql: string): boolean {
    if (this.#until.size === 0) return false;
    const until = this.#until.get(sql);
    if (until === undefined) return false;
    if (until > this.#now()) return true;
    this.#until.delete(sql);
    return false;
  }

  /** Whether the processor time of its next run is to be measured. */
  isSuspect(sql: string): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(sql);
  }

  /** Notes the milliseconds that a statement took by the clock. */
  noteWait(sql: string, ms: number): void {
    if (ms < SLOW_MS) return;
    if (this.#suspects.size >= TEXTS_MAX) this.#suspects.clear();
    this.#suspects.add(sql);
  }

  /** Notes its milliseconds of processor time. */
  noteWork(sql: string, ms: number): void {
    this.#suspects.delete(sql);
    if (ms < SLOW_MS) return;
    if (this.#until.size >= TEXTS_MAX) this.#until.clear();
    this.#until.set(sql, this.#now() + SLOW_FOR_MS);
  }
}

/** Milliseconds of processor time of this thread. */
export function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
