import { array, assert, constant, integer, nat, oneof, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Call, isLinearizable, type Model } from './linearizable.ts';

type Input = { readonly write: number } | 'read';

/** A place that holds one number. */
const register: Model<number, Input, number> = {
  initial: 0,
  step(state, input, output) {
    if (input === 'read') return output === null || output === state ? state : null;
    return input.write;
  },
  keyOf: String,
};

const write = (value: number, began: number, ended: number): Call<Input, number> => ({
  input: { write: value },
  output: 0,
  began,
  ended,
});
const lost = (value: number, began: number): Call<Input, number> => ({
  input: { write: value },
  output: null,
  began,
  ended: Infinity,
});
const read = (output: number, began: number, ended: number): Call<Input, number> => ({
  input: 'read',
  output,
  began,
  ended,
});

describe('a history', () => {
  it('of nothing is linearizable', () => {
    expect(isLinearizable(register, [])).toBe(true);
  });

  it('in which one call follows another is as the object says', () => {
    expect(isLinearizable(register, [write(1, 0, 1), read(1, 2, 3)])).toBe(true);
    expect(isLinearizable(register, [write(1, 0, 1), read(0, 2, 3)])).toBe(false);
  });

  it('may order calls that overlap either way', () => {
    expect(isLinearizable(register, [write(1, 0, 9), read(0, 1, 2), read(1, 3, 4)])).toBe(true);
    expect(isLinearizable(register, [write(1, 0, 3), write(2, 0, 3), read(1, 4, 5)])).toBe(true);
    expect(isLinearizable(register, [write(1, 0, 3), write(2, 0, 3), read(2, 4, 5)])).toBe(true);
  });

  it('is not linearizable if a value that was read goes away again', () => {
    expect(isLinearizable(register, [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)])).toBe(false);
  });

  it('is not linearizable if two readers see two writes in opposite orders', () => {
    const writes = [write(1, 0, 9), write(2, 0, 9)];
    const readers = [read(1, 1, 2), read(2, 3, 4), read(1, 5, 6)];
    expect(isLinearizable(register, [...writes, ...readers])).toBe(false);
  });

  it('lets a call without a response take effect late or never', () => {
    expect(isLinearizable(register, [lost(1, 0), read(0, 1, 2), read(0, 3, 4)])).toBe(true);
    expect(isLinearizable(register, [lost(1, 0), read(0, 1, 2), read(1, 3, 4)])).toBe(true);
    expect(isLinearizable(register, [lost(1, 0), read(1, 1, 2), read(0, 3, 4)])).toBe(false);
    expect(isLinearizable(register, [lost(1, 5), read(1, 1, 2)])).toBe(false);
  });

  it('lets calls that touch overlap', () => {
    expect(isLinearizable(register, [write(1, 0, 2), read(0, 2, 3)])).toBe(true);
  });

  it('that a real object gave is linearizable, and not with a number that nobody wrote', () => {
    const calls = array(
      record({ before: nat(5), after: nat(5), value: option(integer({ min: 1, max: 4 })) }),
      { minLength: 1, maxLength: 9 },
    );
    assert(
      property(calls, (given) => {
        let state = 0;
        const history = given.map(({ before, after, value }, at): Call<Input, number> => {
          const time = { began: at * 3 - before, ended: at * 3 + after };
          if (value === null) return { input: 'read', output: state, ...time };
          state = value;
          return { input: { write: value }, output: 0, ...time };
        });
        expect(isLinearizable(register, history)).toBe(true);
        expect(isLinearizable(register, [...history, read(5, 100, 101)])).toBe(false);
      }),
    );
  });

  it('is linearizable if an order is found by trying every order', () => {
    const call = record({
      input: oneof(constant<Input>('read'), record({ write: integer({ min: 1, max: 2 }) })),
      output: option(integer({ min: 0, max: 2 })),
      began: nat(6),
      took: nat(4),
    });
    assert(
      property(array(call, { maxLength: 5 }), (given) => {
        const history = given.map(({ took, ...each }) => ({ ...each, ended: each.began + took }));
        expect(isLinearizable(register, history)).toBe(inAnyOrder(history));
      }),
      { numRuns: 500 },
    );
  });
});

/** The slow way: every order of the calls that keeps their times. */
function inAnyOrder(left: readonly Call<Input, number>[], state = register.initial): boolean {
  if (left.length === 0) return true;
  const firstEnd = Math.min(...left.map(({ ended }) => ended));
  return left.some((each) => {
    if (each.began > firstEnd) return false;
    const next = register.step(state, each.input, each.output);
    return (
      next !== null &&
      inAnyOrder(
        left.filter((other) => other !== each),
        next,
      )
    );
  });
}
