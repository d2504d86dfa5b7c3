import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flawIn } from '../../src/kernel/json.ts';
import { canonicalJson } from '../../src/pipeline/canonical.ts';

describe('flawIn', () => {
  test('finds nothing wrong with sound JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(!JSON.stringify(value).includes(String.raw`\u0000`) && JSON.stringify(value).isWellFormed());
        fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(value)));
        expect(flawIn(value)).toBeNull();
      }),
    );
  });

  test.each([
    [{ a: ['x', '\0'] }, 'text', ['a', 1]],
    [{ a: { '\ud800': 1 } }, 'text', ['a']],
    [{ a: [Infinity] }, 'number', ['a', 0]],
  ])('finds the place in %j', (value, kind, path) => {
    expect(flawIn(value)).toEqual({ kind, path });
  });

  test('finds what nests too deep without running out of stack', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 1_000_000; depth += 1) value = [value];
    expect(flawIn(value)?.kind).toBe('depth');
  });
});

describe('canonical JSON', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toReversed();
    return Object.fromEntries(members.map(([name, member]) => [name, shuffled(member)]));
  };

  test('is the same whatever the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test('is the same only for equal values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same =
          JSON.stringify(JSON.parse(canonicalJson(a))) === JSON.stringify(JSON.parse(canonicalJson(b)));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(same);
      }),
    );
  });

  test('tells lists in another order apart', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });
});
