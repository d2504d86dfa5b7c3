import { stripTypeScriptTypes } from 'node:module';
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { analyse } from 'scslre';

/** Lines that import, or that are comments. */
const FREE_OF_PATTERNS = /^\s*(?:\*|\/\*|\/\/|import |export .* from |\} from ).*$/gm;

/** Most files have no slash but in such lines, and need not be parsed. */
const mayHavePatterns = (text: string): boolean =>
  text.includes('RegExp') || text.replaceAll(FREE_OF_PATTERNS, '').includes('/');

/**
 * The regular expressions of a file; null for an expression that is built at run time, because it cannot be checked
 * here.
 */
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

/** Why a regular expression takes more than linear time, by its form; null if its form does not show it. */
export function superLinear({ source, flags }: RegExp): string | null {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports[0]?.type ?? null;
}
