import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../../src/engine/json/canonical.ts';
import { JSON_VALUES_MAX, readJsonText } from '../../../src/engine/json/reader.ts';
import {
  JsonText,
  jsonTextOf,
  packJson,
  unpackJson,
  withKeptJson,
  writeJson,
} from '../../../src/engine/json/text.ts';
import { canonicalInput, canonicalInputAside } from '../../../src/pipeline/input/canonical.ts';

const isSound = (text: string) => text.isWellFormed() && !text.includes('\0');
const soundText = fc.string({ unit: 'grapheme' }).filter(isSound);
const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt().map(String),
  fc.constantFrom('100.10', '-0', '1e2', '1E+2', '0.0', '12345678901234567890', '1e-400'),
);

/** JSON as people and serialisers write it: any white space, any number, any order, names more than once. */
const { json } = fc.letrec<{ json: string; object: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    soundText.map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null', String.raw`"\u00e9\ud83d\ude00\/"`),
    fc
      .tuple(fc.array(tie('json'), { maxLength: 4 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    tie('object'),
  ),
  object: fc
    .tuple(
      fc.array(fc.tuple(fc.oneof(soundText, fc.constantFrom('__proto__', 'a', 'b', '1')), tie('json')), {
        maxLength: 4,
      }),
      space,
    )
    .map(
      ([members, gap]) =>
        `{${gap}${members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`).join(`${gap},`)}${gap}}`,
    ),
}));

describe('the reader of JSON', () => {
  test('reads any JSON like JSON.parse', () => {
    fc.assert(
      fc.property(json, (text) => {
        const { value, flaws, isTruncated } = readJsonText(text);
        expect({ flaws, isTruncated }).toEqual({ flaws: [], isTruncated: false });
        expect(value).toEqual(JSON.parse(text));
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('accepts exactly the texts that JSON.parse accepts', () => {
    const almost = fc
      .tuple(json, fc.nat(), fc.constantFrom('', ',', '"', '\\', '{', ']', '0', '\u0001', 'e', ':', '-'))
      .map(([text, at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(almost, (text) => {
        // A number that is not finite ends the reading, so the text is refused in any case.
        fc.pre(!/[eE]\+?\d{3}/.test(text));
        expect(taken(() => readJsonText(text))).toBe(taken(() => JSON.parse(text)));
        // Also if the value is not created.
        const inside = `{"free":{"a":${text}}}`;
        const free = new Set(['free']);
        expect(taken(() => readJsonText(inside, { free }))).toBe(taken(() => JSON.parse(inside)));
      }),
      { numRuns: 500 },
    );
  });

  test('keeps the text of free JSON as it was written, near the top', () => {
    fc.assert(
      fc.property(json, space, (text, gap) => {
        const free = new Set(['free']);
        const body = `{"a":1,"variables":{"input":{"free"${gap}:${gap}{"x":${text}}${gap}}}}`;
        const { value } = readJsonText(body, { free });
        expect(writeJson(value)).toBe(`{"a":1,"variables":{"input":{"free":{"x":${text}}}}}`);
      }),
    );
  });

  test('keeps the source text of an object that is not known to be free JSON', () => {
    const { value } = readJsonText('{"variables":{"t":{"b":100.10,"a":12345678901234567890}}}');
    expect(value).toMatchObject({ variables: { t: { b: 100.1 } } });
    const t: unknown = Reflect.get(Object(Reflect.get(Object(value), 'variables')), 't');
    expect(jsonTextOf(Object(t)).text).toBe('{"b":100.10,"a":12345678901234567890}');
  });

  test('keeps the source texts of the objects in a list', () => {
    const { value } = readJsonText('{"variables":{"list":[{"b":100.10}, 1,[{}],{ "2":1,"1":1}]}}');
    expect(value).toEqual({ variables: { list: [{ b: 100.1 }, 1, [{}], { 1: 1, 2: 1 }] } });
    const list: unknown = Reflect.get(Object(Reflect.get(Object(value), 'variables')), 'list');
    const [first, , , last] = Object.values(Object(list));
    expect(jsonTextOf(Object(first)).text).toBe('{"b":100.10}');
    expect(jsonTextOf(Object(last)).text).toBe('{ "2":1,"1":1}');
  });

  test.each([
    [String.raw`{"a":["x","\u0000"]}`, 'text', ['a', 1]],
    [String.raw`{"a":{"\ud800":1}}`, 'text', ['a']],
    [String.raw`{"a":"\udc00\ud800"}`, 'text', ['a']],
    [String.raw`{"a":"\ud83d x \ude00"}`, 'text', ['a']],
    [String.raw`{"free":{"a":[1,{"b":"\uDBFF"}]}}`, 'text', ['free', 'a', 1, 'b']],
    ['{"a":[1e999]}', 'number', ['a']],
    [`{"free":{"a":-${'9'.repeat(400)}}}`, 'number', ['free']],
  ])('finds the place in %s', (text, kind, path) => {
    const [flaw] = readJsonText(text, { free: new Set(['free']) }).flaws;
    expect(flaw?.kind).toBe(kind);
    expect(flaw?.path.slice(0, path.length)).toEqual(path);
  });

  test('finds every text that cannot be stored', () => {
    const { flaws } = readJsonText(String.raw`{"a":"\u0000","b":["\ud800"],"\u0000":1}`);
    expect(flaws.map(({ path }) => path)).toEqual([['a'], ['b', 0], []]);
  });

  test('finds what nests too deep without running out of stack', () => {
    expect(readJsonText('['.repeat(1_000_000)).flaws).toMatchObject([{ kind: 'depth' }]);
    expect(readJsonText('['.repeat(32) + ']'.repeat(32)).flaws).toEqual([]);
    expect(readJsonText('['.repeat(33) + ']'.repeat(33)).flaws).toMatchObject([{ kind: 'depth' }]);
  });

  test('creates no more values than the limit, and keeps larger objects as text', () => {
    const many = `[${'[],'.repeat(700_000)}1]`;
    const { value, isTruncated } = readJsonText(`{"list":${many},"after":"x"}`);
    expect(isTruncated).toBe(false);
    expect(value).toMatchObject({ after: 'x' });
    expect(Reflect.get(Object(value), 'list')).toBeInstanceOf(JsonText);
    const members = Array.from({ length: JSON_VALUES_MAX + 5 }, (_, at) => `"m${at}":1`);
    const wide = readJsonText(`{${members.join(',')}}`);
    expect(wide.isTruncated).toBe(true);
    expect(Object.keys(Object(wide.value)).length).toBeLessThanOrEqual(JSON_VALUES_MAX);
  });
});

describe('JSON by its source text', () => {
  test('is written as it is, among any other values', () => {
    fc.assert(
      fc.property(json, fc.jsonValue(), (text, other) => {
        const written = writeJson({ other, free: new JsonText(text), list: [new JsonText(text), 1] });
        expect(written).toBe(`{"other":${JSON.stringify(other)},"free":${text},"list":[${text},1]}`);
      }),
    );
  });

  test('is packed and unpacked to the byte', () => {
    fc.assert(
      fc.property(json, (text) => {
        const view = { a: 'x', free: new JsonText(text), none: null };
        expect(writeJson(unpackJson(packJson(view)))).toBe(writeJson(view));
      }),
    );
  });

  test('has the same value if JSON.stringify writes it', () => {
    expect(JSON.stringify({ free: new JsonText('{ "a" : 1e2 }') })).toBe('{"free":{"a":100}}');
  });
});

describe('a value whose JSON is kept', () => {
  const value = () => ({ day: '2026-03-01', paid: 3, inner: { on: null } });

  test('is written as other values are, at the first time and later, beside other texts', () => {
    const view = { free: new JsonText('{ "x" : 1e2 }'), kept: withKeptJson(value()), last: 1 };
    const written = `{"free":{ "x" : 1e2 },"kept":${JSON.stringify(value())},"last":1}`;
    expect([writeJson(view), writeJson(view)]).toEqual([written, written]);
    expect(JSON.stringify(view.kept)).toBe(JSON.stringify(value()));
  });

  test('is packed as the value, also after it was written', () => {
    const kept = withKeptJson(value());
    writeJson({ kept });
    expect(unpackJson(packJson({ kept }))).toEqual({ kept: value() });
  });

  test('has copies that are written as they are, and never changes itself', () => {
    const kept = withKeptJson(value());
    writeJson(kept);
    expect(writeJson({ ...kept, paid: 4 })).toBe(JSON.stringify({ ...value(), paid: 4 }));
    expect(() => Object.assign(kept, { paid: 5 })).toThrow(TypeError);
  });
});

describe('canonical JSON', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toReversed();
    return Object.fromEntries(members.map(([name, member]) => [name, shuffled(member)]));
  };
  const free = (text: string) => canonicalInput({ free: new JsonText(text) });

  test('is the same for every order of members and any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalInput(shuffled(value))).toBe(canonicalInput(value));
        expect(free(JSON.stringify(shuffled(value), null, 3))).toBe(free(JSON.stringify(value)));
      }),
    );
  });

  test('of free JSON has the same value as the JSON itself', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(JSON.parse(canonicalText(text))).toEqual(JSON.parse(text));
        expect(canonicalText(canonicalText(text))).toBe(canonicalText(text));
      }),
    );
  });

  test('is the same only for equal values', () => {
    const plain = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const same = JSON.stringify(JSON.parse(free(a))) === JSON.stringify(JSON.parse(free(b)));
        expect(free(a) === free(b)).toBe(same);
      }),
    );
  });

  test('of objects of any width is in order, and has the last of members with one name', () => {
    for (const count of [2, 16, 17, 40_000]) {
      const names = Array.from({ length: count }, (_, at) => `k${(at * 7_919) % count}`);
      const members = (order: readonly string[]) => order.map((name) => `"${name}":"${name}é日😀"`).join(',');
      const sorted = `{${members([...new Set(names)].toSorted())}}`;
      expect(canonicalText(`{ "k1":0, ${members(names)} }`)).toBe(sorted);
    }
  });

  test.each([
    [String.raw`{"a!":1,"a":2,"a\"":3,"a\\":4,"":5}`, String.raw`{"":5,"a":2,"a!":1,"a\"":3,"a\\":4}`],
    [String.raw`{"b":[ "\\" , "\\\"" ],"\u0061":1,"a":2}`, String.raw`{"\u0061":1,"a":2,"b":["\\","\\\""]}`],
    ['{"x":{ },"x":[ ],"__proto__":1}', '{"__proto__":1,"x":[]}'],
    [' [ 1 , true ,null\t]\n', '[1,true,null]'],
  ])('of %s is %s', (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });

  test('does not change from release to release, here or in the thread: kept fingerprints are made of it', async () => {
    const members = (count: number) =>
      Array.from(
        { length: count },
        (_, n) => `"k${(n * 7_919) % count}" : [ { "b" : 1.50, "a" : "😀é\\u00e9\\"" } , -2e5 , null ]`,
      ).join(' , ');
    const text = { b: 'x\u0001"', a: [1, null, true, { z: undefined, y: 2.5 }] };
    const input = (count: number) => [
      'createInstantSettlement',
      { customer_id: null, id: 'fun_1' },
      {
        ...text,
        transactions: new JsonText(`{ ${members(count)}, "k1":2 }`),
        small: new JsonText('{"b":[],"a":{}}'),
      },
    ];
    const ofAll = createHash('sha256')
      .update(canonicalInput(input(9_000)))
      .digest('hex');
    expect(ofAll).toBe('312f03b26df312276d5e2fb0745b22a0c65df220817d8261985d23ad83fb53f3');
    for (const count of [2, 9_000])
      expect((await canonicalInputAside(input(count))) === canonicalInput(input(count))).toBe(true);
  });

  test('is the same for an absent member and for null', () => {
    expect(canonicalInput({ a: 1, b: null, c: undefined })).toBe(canonicalInput({ a: 1 }));
    expect(free('{"a":null}')).not.toBe(free('{}'));
  });

  test('differs for numbers that doubles do not distinguish, and for lists in another order', () => {
    expect(free('{"a":12345678901234567890}')).not.toBe(free('{"a":12345678901234567891}'));
    expect(free('{"a":[1,2]}')).not.toBe(free('{"a":[2,1]}'));
  });
});

function taken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
