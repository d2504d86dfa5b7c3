import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/nouns/decision/facts/facts.rules.ts';
import { isFault, readCondition } from '../../../src/nouns/policy/cel.ts';
import { evaluate, readPolicy, type Rule } from '../../../src/nouns/policy/policy.rules.ts';
import { FACTS_OF_MANY, MANY_RULES } from '../../support/fixtures/kept-decisions.ts';
import { knownWorkMs, threadCpuMs } from '../../support/measured/known-work.ts';

const ROUNDS = 400;
/** A line of business that is dear to search for nearly its own half, as a partner may send it. */
const SECTOR = 'a'.repeat(255);
const NEARLY_OF_SECTOR = `${'a'.repeat(10)}b${'a'.repeat(110)}`;
/** Fresh facts for each evaluation, as each request has its own: the values of CEL are made from them once. */
const factsOf = (at: number): Facts => ({ ...FACTS_OF_MANY, sector: SECTOR, amount: 1_000_000 + at });

/**
 * Processor time of an evaluation in pieces of known work of some 25 ms. Fifty rules as people write them take at most
 * 100 µs. The dearest text that can be saved, fifty times, takes at most 50 ms.
 */
const USUAL_MAX = 0.004;
const ATTACK_MAX = 2;
const ATTACK_ROUNDS = 20;

const ruleOf = (when: string, key: string): Rule => ({
  key,
  when,
  then: 'deny',
  reason: null,
  rate: null,
  note: null,
});

/** The processor time of one evaluation, in pieces of known work. */
function piecesOf(rules: readonly Rule[], rounds: number): { readonly pieces: number; readonly us: number } {
  const policy = readPolicy({ rules, otherwise: 'approve' });
  // The first ones compile the code.
  for (let at = 0; at < rounds; at += 1) evaluate(policy, factsOf(at));
  const known = knownWorkMs();
  const before = threadCpuMs();
  for (let at = 0; at < rounds; at += 1) evaluate(policy, factsOf(at));
  const ms = (threadCpuMs() - before) / rounds;
  return { pieces: ms / known, us: ms * 1_000 };
}

test('fifty rules take at most 100 µs', () => {
  const rules = MANY_RULES.map(({ when, key }) => ruleOf(when, key));
  const { pieces, us } = piecesOf(rules, ROUNDS);
  console.log(`50 rules: ${us.toFixed(1)} µs, ${pieces.toFixed(5)} pieces of known work`);
  expect(pieces).toBeLessThan(USUAL_MAX);
});

/** The longest text of repeated parts that can still be saved. */
function longest(part: string, between: string, around: (all: string) => string = (all) => all): string {
  let found = '';
  for (let count = 1; ; count += 1) {
    const text = around(Array(count).fill(part).join(between));
    if (isFault(readCondition(text))) break;
    found = text;
  }
  return found;
}

describe('no condition takes long, fifty times', () => {
  test.each([
    ['faults', longest('1/0>1', '||')],
    ['absent facts', longest('tx.total>1', '||')],
    ['amounts by currency', longest('outstanding[currency]>1', '||')],
    ['an unknown currency', longest('claims["X"]>1', '||')],
    ['sums', longest('amount', '+', (all) => `${all}>1`)],
    ['products that are too large', longest('amount', '*', (all) => `${all}>1||${all}>1`)],
    ['texts searched for nearly themselves', longest(`sector.contains("${NEARLY_OF_SECTOR}")`, '||')],
    ['long lists', longest(`sector in [${Array(48).fill('"w"').join()}]`, '||')],
    ['numbers from texts', longest('int(sector)>1', '||')],
    ['numbers to numbers', longest('double(int(double(amount)))>1.0', '&&')],
    ['names of transactions', longest('has(transactions.orders)', '||')],
    ['denials of denials', longest('!!true', '&&')],
  ])('%s', (what, when) => {
    expect(when).not.toBe('');
    const rules = MANY_RULES.map(({ key }) => ruleOf(when, key));
    const { pieces, us } = piecesOf(rules, ATTACK_ROUNDS);
    console.log(`${what}: ${us.toFixed(0)} µs, ${pieces.toFixed(3)} pieces`);
    expect(pieces).toBeLessThan(ATTACK_MAX);
  });
});
