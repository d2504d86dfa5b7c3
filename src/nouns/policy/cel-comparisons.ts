import type { ASTNode } from '@marcbachmann/cel-js';
import { FACT_NAMES, FACTS, type FactName, isFactName } from '../decision/facts/facts.rules.ts';
import { hasOf, NAMES, partsOf } from './cel-ast.ts';

/** A part of a condition that says something about one fact. */
export interface Comparison {
  readonly fact: FactName;
  /** For an amount: its currency, or the name of the fact with the currency. */
  readonly currency: string | null;
  readonly relation: Relation;
  readonly values: readonly (string | number | boolean)[];
}
export type Relation = '>' | '>=' | '<' | '<=' | '==' | '!=' | 'in' | 'has';

/** The facts that a condition mentions, in the order of the table. */
export function mentionedIn(ast: ASTNode): readonly FactName[] {
  const found = new Set<string>();
  const walk = (node: ASTNode): void => {
    if (node.op === 'id') found.add(node.args);
    if (node.op === '.' && node.args[0].op === 'id') found.add(`${node.args[0].args}.${node.args[1]}`);
    partsOf(node).forEach(walk);
  };
  walk(ast);
  return FACT_NAMES.filter((name) => found.has(name));
}

const MIRRORED = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '==': '==', '!=': '!=' } as const;
const isMirrored = (op: string): op is keyof typeof MIRRORED => Object.hasOwn(MIRRORED, op);

/** The comparisons in a condition, in the order of its text. */
export function comparisonsIn(node: ASTNode): readonly Comparison[] {
  const own = isMirrored(node.op) || node.op === 'in' ? compared(node) : stated(node);
  return own === null ? partsOf(node).flatMap(comparisonsIn) : [own];
}

function compared(node: ASTNode): Comparison | null {
  const [left, right] = partsOf(node);
  if (left === undefined || right === undefined) return null;
  const [read, values] = [factIn(left), valuesIn(right)];
  if (read !== null && values !== null)
    return { ...read, relation: isMirrored(node.op) ? node.op : 'in', values };
  const [other, given] = [factIn(right), valuesIn(left)];
  return other !== null && given !== null && isMirrored(node.op)
    ? { ...other, relation: MIRRORED[node.op], values: given }
    : null;
}

/** A fact that is itself true or false, or a call of `has`. */
function stated(node: ASTNode): Comparison | null {
  const read = factIn(node);
  if (read !== null)
    return FACTS[read.fact].type === 'bool' ? { ...read, relation: '==', values: [true] } : null;
  const [asked] = hasOf(node)?.args[1] ?? [];
  if (asked?.op !== '.') return null;
  const there = factIn(asked);
  return there === null
    ? { fact: NAMES, currency: null, relation: 'has', values: [asked.args[1]] }
    : { ...there, relation: 'has', values: [] };
}

function factIn(node: ASTNode): Pick<Comparison, 'fact' | 'currency'> | null {
  if (node.op === '[]') {
    const [of, at] = [factIn(node.args[0]), node.args[1]];
    const currency = at.op === 'id' || at.op === 'value' ? String(at.args) : null;
    return of === null || currency === null ? null : { ...of, currency };
  }
  const name =
    node.op === '.' && node.args[0].op === 'id'
      ? `${node.args[0].args}.${node.args[1]}`
      : node.op === 'id'
        ? node.args
        : '';
  return isFactName(name) ? { fact: name, currency: null } : null;
}

function valuesIn(node: ASTNode): Comparison['values'] | null {
  if (node.op === 'list') {
    const items = node.args.map(valuesIn);
    return items.every((item) => item !== null) ? items.flat() : null;
  }
  if (node.op !== 'value') return null;
  if (typeof node.args === 'bigint') return [Number(node.args)];
  const { args } = node;
  return typeof args === 'string' || typeof args === 'number' || typeof args === 'boolean' ? [args] : null;
}
