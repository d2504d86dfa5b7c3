import { parseSync } from 'vite';

/** A small change of a source that some test should notice. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** A node of the tree, as far as it is known. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const SWAPPED: ReadonlyMap<unknown, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['&&', '||'],
  ['||', '&&'],
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

/** Every mutant of a source: operators, conditions, numbers, truth values, and statements that do nothing. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const replace = (start: number, end: number, to: string) =>
    mutants.push({
      start,
      end,
      to,
      from: source.slice(start, end),
      line: source.slice(0, start).split('\n').length,
    });

  function between(left: unknown, right: unknown, operator: unknown): void {
    const to = SWAPPED.get(operator);
    if (to === undefined || !isNode(left) || !isNode(right)) return;
    const at = source.indexOf(String(operator), left.end);
    if (at < right.start) replace(at, at + String(operator).length, to);
  }

  function mutate(node: Node): void {
    const { type, test, argument, expression, value, start, end } = node;
    if (type === 'BinaryExpression' || type === 'LogicalExpression')
      between(node['left'], node['right'], node['operator']);
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test)) {
      replace(test.start, test.end, 'true');
      replace(test.start, test.end, 'false');
    }
    if (type === 'UnaryExpression' && node['operator'] === '!' && isNode(argument))
      replace(start, end, `(${textOf(argument)})`);
    if (type === 'ExpressionStatement' && isNode(expression) && /^(Call|Await)/.test(expression.type))
      replace(start, end, ';');
    if (type === 'Literal' && typeof value === 'boolean') replace(start, end, String(!value));
    if (type === 'Literal' && typeof value === 'number') replace(start, end, String(value + 1));
  }

  function walk(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value) || isLeftOut(value)) return;
    mutate(value);
    Object.values(value).forEach(walk);
  }
  walk(parseSync(file, source).program.body);
  return mutants;
}

/** What does nothing when the program runs; `x as Y` and `x!` do what `x` does. */
const isLeftOut = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' || (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expr/.test(type));
