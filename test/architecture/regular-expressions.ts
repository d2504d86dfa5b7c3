import { stripTypeScriptTypes } from 'node:module';
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { analyse } from 'scslre';

/** Lines that import, or that are comments. */
const FREE_OF_PATTERNS = /^\s*(?:\*|\/\*|\/\/|import |export .* from |\} from ).*$/gm;

/** Most files have no slash but in such lines, and need not be parsed. */
const mayHavePatterns = (text: string): boolean =>
  text.includes('RegExp') || text.replaceAll(FREE_OF_PATTERNS, '').includes('/');

/** The regular expressions of a file; null for one that is built at run time, which cannot be checked here. */
export function regularExpressionsOf(text: string): (RegExp | null)[] {
  if (!mayHavePatterns(text)) return [];
  const program = parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module' });
  const found: (RegExp | null)[] = [];
  const makes = ({ callee }: { readonly callee: Node }) => {
    if ('name' in callee && callee.name === 'RegExp') found.push(null);
  };
  simple(program, {
    Literal({ regex }) {
      if (regex) found.push(new RegExp(regex.pattern, regex.flags));
    },
    CallExpression: makes,
    NewExpression: makes,
  });
  return found;
}

/** Why a regular expression takes more than linear time, by its form and by the clock; null where it does not. */
export function superLinear(pattern: RegExp): string | null {
  const { source, flags } = pattern;
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports[0]?.type ?? slowOn(pattern);
}

/**
 * Exponential time shows at the first length, cubic at the second, quadratic at the third and fourth; a linear pattern
 * takes at most a millisecond for all.
 */
const LENGTHS = [24, 512, 16 * 1024, 64 * 1024] as const;
const SLOW_CPU_MS = 15;
/** The longest body. A pattern is tried with the kind of text that took it longest. */
const LONGEST = 3 * 1024 * 1024;
/** A linear pattern takes ten milliseconds there, a quadratic one minutes. */
const SLOW_LONGEST_CPU_MS = 250;

/** Texts that are tried on every pattern, besides texts made from the pattern itself. */
const REPEATED = ['a', 'A', '0', ' ', '\t', '\n', '"', "'", '/', '\\', '-', '.', ',', ';', ':', '@', '_'];

interface Attempt {
  readonly beginning: string;
  readonly repeated: string;
}

/** The text for which a regular expression takes too long, by the clock alone; null where it is fast. */
export function slowOn(pattern: RegExp, lengths: readonly number[] = LENGTHS): string | null {
  let slowest: Attempt = { beginning: '', repeated: 'a' };
  let slowestMs = 0;
  for (const attempt of attemptsOn(pattern)) {
    let ms = 0;
    for (const length of lengths) {
      ms = leastCpuMs(pattern, attempt, length, slowestMs);
      if (ms > SLOW_CPU_MS) return said(attempt, length);
    }
    if (ms > slowestMs) [slowest, slowestMs] = [attempt, ms];
  }
  const longestMs = leastCpuMs(pattern, slowest, LONGEST, SLOW_LONGEST_CPU_MS);
  return longestMs > SLOW_LONGEST_CPU_MS ? said(slowest, LONGEST) : null;
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
 * What seems slow, or slower than the texts before, is measured so often: the collection of garbage may have been a part
 * of it, and hardly each time.
 */
const ATTEMPTS_MAX = 3;

function leastCpuMs(pattern: RegExp, attempt: Attempt, length: number, slowMs: number): number {
  let least = Infinity;
  for (let count = 0; count < ATTEMPTS_MAX && least > slowMs; count += 1)
    least = Math.min(least, cpuMsOf(pattern, attempt, length));
  return least;
}

/** Work of this thread for a text that is not quite what the pattern wants: what else the machine does has no part in it. */
function cpuMsOf(pattern: RegExp, { beginning, repeated }: Attempt, length: number): number {
  const text = `${beginning}${repeated.repeat(length / repeated.length)}\u0001`;
  const before = process.threadCpuUsage();
  pattern.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
