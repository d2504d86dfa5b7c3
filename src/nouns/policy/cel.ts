import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js';
import { isKeptName } from '../decision/facts/transaction-facts.rules.ts';
import { FACT_NAMES, FACTS, type FactName, type Facts, isFactName } from '../decision/facts/facts.rules.ts';
import { type Call, hasOf, NAMES, partsOf } from './cel-ast.ts';
import { type Comparison, comparisonsIn, mentionedIn } from './cel-comparisons.ts';
import { GROUP, valuesOf } from './cel-values.ts';
import type { FactType } from '../decision/facts/fact-row.ts';

/** This file and `cel-*.ts` beside it know the engine of CEL. Everything else sees conditions. */

/** Characters of a condition. */
export const CONDITION_LENGTH_MAX = 2_000;
/** Operators, names and values of a condition: about a hundred comparisons. Each costs time at every request. */
const PARTS_MAX = 400;
/** Levels of a condition. More could not be read by a person. */
const DEPTH_MAX = 16;
/** Items of a list that a condition writes: sectors or partners. */
const LIST_MAX = 100;

/** Facts that one condition mentions. A rule with more facts could not be explained to a person. */
export const MENTIONS_MAX = 12;

const LIMITS = {
  maxAstNodes: PARTS_MAX,
  maxDepth: DEPTH_MAX,
  maxListElements: LIST_MAX,
  maxMapEntries: 0,
  maxCallArguments: 4,
};

/** Why a condition cannot be used, and its first character that is wrong, counted from 1. */
interface ConditionFault {
  readonly says: string;
  readonly at: number;
}

/** A condition that can be evaluated. */
export interface Condition {
  /** The facts that it mentions, in the order of the table. */
  readonly mentions: readonly FactName[];
  /** The comparisons of one fact with values, in the order of the text, for people. */
  readonly comparisons: readonly Comparison[];
  /** Throws if it cannot be evaluated, for example if it needs a fact that is absent. */
  readonly holds: (facts: Facts) => boolean;
}

const CEL_TYPES: Readonly<Record<FactType, string>> = {
  int: 'int',
  double: 'double',
  string: 'string',
  bool: 'bool',
  amounts: 'map<string, int>',
  names: 'map<string, bool>',
};

const environment = ((): Environment => {
  const made = new Environment({ limits: LIMITS, enableOptionalTypes: false });
  const group: Record<string, string> = {};
  for (const name of FACT_NAMES) {
    const type = CEL_TYPES[FACTS[name].type];
    if (name.startsWith(`${GROUP}.`)) group[name.slice(GROUP.length + 1)] = type;
    else made.registerVariable(name, type);
  }
  return made.registerVariable({ name: GROUP, schema: group });
})();

/** Functions that take a time in proportion to the condition. Others, such as `matches`, are refused. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'has',
  'size',
  'int',
  'double',
  'startsWith',
  'endsWith',
  'contains',
]);

/** Reads a condition and checks names, types, functions and size. */
export function readCondition(text: string): Condition | ConditionFault {
  if (text.length > CONDITION_LENGTH_MAX)
    return { says: `must have at most ${CONDITION_LENGTH_MAX} characters`, at: CONDITION_LENGTH_MAX + 1 };
  let parsed: ParseResult;
  try {
    parsed = environment.parse(text);
  } catch (error) {
    return faultOf(error);
  }
  const refused = refusedIn(parsed.ast);
  if (refused !== null) return refused;
  const checked = parsed.check();
  if (checked.error !== undefined) return faultOf(checked.error);
  if (checked.type !== 'bool') return { says: `must be true or false; it is of type ${checked.type}`, at: 1 };
  const mentions = mentionedIn(parsed.ast);
  if (mentions.length > MENTIONS_MAX) return { says: `can mention at most ${MENTIONS_MAX} facts`, at: 1 };
  forgetText(parsed.ast);
  return {
    mentions,
    comparisons: comparisonsIn(parsed.ast),
    holds: (facts) => withoutStacks(() => parsed(valuesOf(facts))) === true,
  };
}

/** Runs without stack traces. With them each fault of an evaluation takes five times as long. */
function withoutStacks<Value>(run: () => Value): Value {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/**
 * Otherwise each fault of an evaluation, such as a division by zero, would quote the text of the condition. A condition
 * with many faults would then take a thousand times as long.
 */
function forgetText(node: ASTNode): void {
  Object.defineProperty(node, 'input', { value: '' });
  partsOf(node).forEach(forgetText);
}

export const isFault = (read: Condition | ConditionFault): read is ConditionFault => 'says' in read;

function faultOf(error: unknown): ConditionFault {
  const { summary, range } = describedError(error);
  return { says: `cannot be read: ${summary}`, at: range + 1 };
}

function describedError(error: unknown): { readonly summary: string; readonly range: number } {
  if (!(error instanceof Error)) return { summary: 'it is no condition', range: 0 };
  const summary = 'summary' in error && typeof error.summary === 'string' ? error.summary : error.message;
  const range = 'range' in error ? error.range : null;
  const start = typeof range === 'object' && range !== null && 'start' in range ? range.start : 0;
  return { summary, range: typeof start === 'number' ? start : 0 };
}

/** The first part that a condition may not have. */
function refusedIn(node: ASTNode, parent: ASTNode | null = null): ConditionFault | null {
  const says = refusal(node, parent);
  if (says !== null) return { says, at: node.start + 1 };
  if (hasOf(node) !== null) return null;
  for (const part of partsOf(node)) {
    const found = refusedIn(part, node);
    if (found !== null) return found;
  }
  return null;
}

function refusal(node: ASTNode, parent: ASTNode | null): string | null {
  const has = hasOf(node);
  if (has !== null) return hasRefusal(has);
  if (node.op === 'call' || node.op === 'rcall')
    return FUNCTIONS.has(node.args[0])
      ? null
      : `cannot use ${node.args[0]}; use ${[...FUNCTIONS].join(', ')}`;
  // Adding and comparing lists would cost time by the square of their length.
  if (node.op === 'list' && parent?.op !== 'in') return 'can have a list only behind `in`';
  // Searching a text made of many is as dear as the product of their lengths: one condition took 90 ms.
  if (node.op === '+' && node.args.some(isText)) return 'can put no texts together; compare each text alone';
  if (node.op === 'map' || node.op === '.?' || node.op === '[?]')
    return 'can have no maps and no optional members';
  if (node.op === 'value' && typeof node.args === 'bigint' && node.args > BigInt(Number.MAX_SAFE_INTEGER))
    return `can have no integer above ${Number.MAX_SAFE_INTEGER}`;
  if (node.op === 'value' && typeof node.args === 'object' && node.args !== null)
    return 'can have no value of this kind; use texts, numbers, true and false';
  if (node.op === 'id' && node.args === NAMES)
    return 'can only ask has(transactions.name); the contents of transactions are not kept';
  if (node.op === '.' && !(node.args[0].op === 'id' && [GROUP, NAMES].includes(node.args[0].args)))
    return 'has a member of something without members';
  return null;
}

/** Whether a part is a text, as far as it can be seen without its type: a `+` of texts is refused before. */
function isText(node: ASTNode): boolean {
  if (node.op === 'value') return typeof node.args === 'string';
  if (node.op === '?:') return isText(node.args[1]) || isText(node.args[2]);
  const name =
    node.op === '.' && node.args[0].op === 'id' ? `${node.args[0].args}.${node.args[1]}` : node.args;
  return typeof name === 'string' && isFactName(name) && FACTS[name].type === 'string';
}

/** `has` takes a member of `tx`, or a name of `transactions`. */
function hasRefusal({ args: [, given] }: Call): string | null {
  const [asked] = given;
  const of = asked?.op === '.' && asked.args[0].op === 'id' ? asked.args[0].args : null;
  if (of === NAMES && asked?.op === '.' && !isKeptName(asked.args[1]))
    return 'can ask only for a name of letters, digits and _, of at most 40 characters';
  return of === GROUP || of === NAMES ? null : 'must ask has(tx.name) or has(transactions.name)';
}
