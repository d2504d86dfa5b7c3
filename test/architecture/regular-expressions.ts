import { stripTypeScriptTypes } from 'node:module';
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { analyse } from 'scslre';

/** The regular expressions of a file; null for one that is built at run time, which cannot be checked here. */
export function regularExpressionsOf(text: string): (RegExp | null)[] {
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

/** Why a regular expression takes more than linear time, as its form and as the clock tell; null where it does not. */
export function superLinear(pattern: RegExp): string | null {
  const { source, flags } = pattern;
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports[0]?.type ?? slowOn(pattern);
}

/**
 * Exponential time shows at the first length, cubic at the second, quadratic at the third; a linear pattern takes at
 * most a millisecond for all.
 */
const LENGTHS = [24, 512, 64 * 1024] as const;
const SLOW_CPU_MS = 15;

/** Texts that are tried on every pattern, besides texts made from the pattern itself. */
const REPEATED = ['a', 'A', '0', ' ', '\t', '\n', '"', "'", '/', '\\', '-', '.', ',', ';', ':', '@', '_'];

function slowOn(pattern: RegExp): string | null {
  const own = [...new Set(pattern.source.match(/[\w<>/&#;:=@.," -]+/g) ?? [])];
  const letters = [...new Set(own.join(''))];
  const beginnings = ['', own[0] ?? '', own[0]?.slice(0, -1) ?? ''];
  for (const beginning of new Set(beginnings)) {
    for (const repeated of new Set([...REPEATED, ...letters, ...own])) {
      for (const length of LENGTHS) {
        const text = `${beginning}${repeated.repeat(length / repeated.length)}\u0001`;
        if (cpuMsOf(() => pattern.test(text)) > SLOW_CPU_MS)
          return `${length} times ${JSON.stringify(repeated)} after ${JSON.stringify(beginning)}`;
      }
    }
  }
  return null;
}

/** Processor time of this thread, so that other work of the machine does not count. */
function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
