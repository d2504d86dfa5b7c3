import { threadCpuMs } from './known-work.ts';

/**
 * Exponential time shows at the first length, cubic at the second, quadratic at the third and fourth; a linear pattern
 * takes a few hundredths of the known work for all.
 */
const LENGTHS = [24, 512, 16 * 1024, 64 * 1024] as const;
/** In pieces of known work, as all limits here. */
const SLOW = 0.6;
/** The longest body. A pattern is tried with the kind of text that took it longest. */
const LONGEST = 3 * 1024 * 1024;
/** A linear pattern takes half a piece there, a quadratic one thousands. */
const SLOW_LONGEST = 10;

/** Texts that are tried on every pattern, besides texts made from the pattern itself. */
const REPEATED = ['a', 'A', '0', ' ', '\t', '\n', '"', "'", '/', '\\', '-', '.', ',', ';', ':', '@', '_'];

interface Attempt {
  readonly beginning: string;
  readonly repeated: string;
}

/** The text for which a regular expression takes too long, compared with a piece of known work; null if it is fast. */
export function slowOn(
  pattern: RegExp,
  pieceMs: number,
  lengths: readonly number[] = LENGTHS,
): string | null {
  let slowest: Attempt = { beginning: '', repeated: 'a' };
  let slowestMs = 0;
  for (const attempt of attemptsOn(pattern)) {
    let ms = 0;
    for (const length of lengths) {
      ms = leastCpuMs(pattern, attempt, length, slowestMs);
      if (ms > SLOW * pieceMs) return said(attempt, length);
    }
    if (ms > slowestMs) [slowest, slowestMs] = [attempt, ms];
  }
  const longestMs = leastCpuMs(pattern, slowest, LONGEST, SLOW_LONGEST * pieceMs);
  return longestMs > SLOW_LONGEST * pieceMs ? said(slowest, LONGEST) : null;
}

function attemptsOn({ source }: RegExp): readonly Attempt[] {
  const own = [...new Set(source.match(/[\w<>/&#;:=@.," -]+/g) ?? [])];
  const beginnings = new Set(['', own[0] ?? '', own[0]?.slice(0, -1) ?? '']);
  const units = new Set([...REPEATED, ...new Set(own.join('')), ...own]);
  return [...beginnings].flatMap((beginning) => [...units].map((repeated) => ({ beginning, repeated })));
}

const said = ({ beginning, repeated }: Attempt, length: number) =>
  `${length} times ${JSON.stringify(repeated)} after ${JSON.stringify(beginning)}`;

/**
 * How often a slow result is measured, or one that is slower than the texts before: the collection of garbage may
 * slow it down, but hardly each time.
 */
const ATTEMPTS_MAX = 3;

function leastCpuMs(pattern: RegExp, attempt: Attempt, length: number, slowMs: number): number {
  let least = Infinity;
  for (let count = 0; count < ATTEMPTS_MAX && least > slowMs; count += 1)
    least = Math.min(least, cpuMsOf(pattern, attempt, length));
  return least;
}

/** The work of this thread for a text that almost fits the pattern. Other work of the machine does not count. */
function cpuMsOf(pattern: RegExp, { beginning, repeated }: Attempt, length: number): number {
  const text = `${beginning}${repeated.repeat(length / repeated.length)}\u0001`;
  const before = threadCpuMs();
  pattern.test(text);
  return threadCpuMs() - before;
}
