import { world } from '../../../kernel/world.ts';

/** A statement is slow if it takes so many milliseconds of processor time. An ordinary one takes some 10 µs. */
const SLOW_MS = 20;
/**
 * Milliseconds that a statement stays slow. One fast run says little, because it may be slow for one owner and fast for
 * others.
 */
const SLOW_FOR_MS = 60_000;
/** The most texts that are remembered. The gateway has some hundred different statements, each in a few shapes. */
const TEXTS_MAX = 2_000;

/**
 * The statements that were slow lately, by their text. Reading the processor time takes longer than most statements, so
 * it is measured only if the last run took long by the clock. The clock alone is no proof, because on a busy machine
 * any statement may take long.
 */
export class SlowTexts {
  readonly #suspects = new Set<string>();
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => world.elapsedMs()) {
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

  /** Whether to measure the processor time of its next run. */
  isSuspect(sql: string): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(sql);
  }

  /** Notes the milliseconds that a statement took by the clock. */
  noteWait(sql: string, ms: number): void {
    if (ms < SLOW_MS) return;
    if (this.#suspects.size >= TEXTS_MAX) this.#suspects.clear();
    this.#suspects.add(sql);
  }

  /** Notes the milliseconds of processor time of a statement. */
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
