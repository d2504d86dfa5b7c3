import { parseSync } from 'vite';

/** A part of a source. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A small change of a source that some test should notice. */
export interface Mutant extends Range {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The expression or the statement that takes another form. */
  readonly whole: Range;
  readonly isStatement: boolean;
  /** The first and the last line of the declaration in which it is. */
  readonly lines: readonly [number, number];
}

/** A node of the tree, as far as it is known. */
interface Node extends Range {
  readonly type: string;
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
  let lines: readonly [number, number] = [1, 1];
  const lineAt = (at: number) => source.slice(0, at).split('\n').length;
  const replace = (start: number, end: number, to: string, whole: Node) =>
    mutants.push({
      start,
      end,
      to,
      from: source.slice(start, end),
      line: lineAt(start),
      lines,
      whole: { start: whole.start, end: whole.end },
      isStatement: whole.type === 'ExpressionStatement',
    });
  const replaceAll = (node: Node, to: string) => replace(node.start, node.end, to, node);

  function between(left: unknown, right: unknown, whole: Node): void {
    const operator = String(whole['operator']);
    const to = SWAPPED.get(operator);
    if (to === undefined || !isNode(left) || !isNode(right)) return;
    const at = source.indexOf(operator, left.end);
    if (at < right.start) replace(at, at + operator.length, to, whole);
  }

  function mutate(node: Node): void {
    const { type, test, argument, expression, value } = node;
    if (type === 'BinaryExpression' || type === 'LogicalExpression')
      between(node['left'], node['right'], node);
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test)) {
      replaceAll(test, 'true');
      replaceAll(test, 'false');
    }
    if (type === 'UnaryExpression' && node['operator'] === '!' && isNode(argument))
      replaceAll(node, `(${source.slice(argument.start, argument.end)})`);
    if (type === 'ExpressionStatement' && isNode(expression) && /^(Call|Await)/.test(expression.type))
      replaceAll(node, ';');
    if (type === 'Literal' && typeof value === 'boolean') replaceAll(node, String(!value));
    if (type === 'Literal' && typeof value === 'number') replaceAll(node, String(value + 1));
  }

  function walk(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value) || isLeftOut(value)) return;
    mutate(value);
    for (const [name, child] of Object.entries(value)) {
      const isName = name === 'key' && !value['computed'];
      if (!isName && !(name === 'arguments' && isOfRows(value))) walk(child);
    }
  }
  for (const declaration of parseSync(file, source).program.body) {
    lines = [lineAt(declaration.start), lineAt(declaration.end)];
    walk(declaration);
  }
  return mutants;
}

/**
 * What does nothing when the program runs (`x as Y` and `x!` do what `x` does), and what makes no difference if it is one
 * more: a constant that is a number, because it is the size of a batch, or a limit that `limit-proofs.ts` has a test for;
 * and the number of rows that a statement reads.
 */
function isLeftOut({ type, id, init }: Node): boolean {
  if (type === 'ImportDeclaration') return true;
  if (type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)Expr/.test(type);
  if (type === 'VariableDeclarator' && isNode(id) && isNode(init))
    return /^[A-Z_]+$/.test(String(id['name'])) && typeof init['value'] === 'number';
  return false;
}

/** Whether the arguments of a call are the number of rows that a statement reads: `query.limit(1)`. */
const isOfRows = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  isNode(callee) &&
  isNode(callee['property']) &&
  callee['property']['name'] === 'limit';
