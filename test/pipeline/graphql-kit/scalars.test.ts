import { parseValue, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTime, GraphQLURL } from 'graphql-scalars';
import { describe, expect, test } from 'vitest';
import { JsonText } from '../../../src/engine/json/text.ts';
import * as scalars from '../../../src/pipeline/graphql-kit/scalars.ts';

const { File, JsonObject, ...others } = scalars;
const { NonNegativeInt, SafeInt, ...texts } = others;

test('the published names, descriptions and specifications are kept', () => {
  expect(
    Object.values(scalars)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'CountryCode',
    'DateTime',
    'EmailAddress',
    'File',
    'JSONObject',
    'LocalDate',
    'NonNegativeInt',
    'PhoneNumber',
    'SafeInt',
    'URL',
  ]);
  expect(scalars.DateTime.description).toBe(GraphQLDateTime.description);
  expect(scalars.Url.specifiedByURL).toBe(GraphQLURL.specifiedByURL);
});

describe.each(Object.values(texts).map((scalar) => [scalar.name, scalar] as const))('%s', (_, scalar) => {
  test('passes any text, both ways and as a literal', () => {
    const text = 'not of this kind \ud800';
    expect(scalar.coerceInputValue(text)).toBe(text);
    expect(scalar.coerceOutputValue(text)).toBe(text);
    expect(scalar.parseLiteral(parseValue('"any\\u0000thing"'), null)).toBe('any\0thing');
  });

  test.each([1, true, ['a'], { a: 1 }, null])('refuses %j', (value) => {
    expect(() => scalar.coerceInputValue(value)).toThrow(scalar.name);
    expect(() => scalar.coerceOutputValue(value)).toThrow(scalar.name);
    expect(() => scalar.parseLiteral(parseValue(JSON.stringify(value).replaceAll('"', '')), null)).toThrow(
      scalar.name,
    );
  });
});

describe.each([NonNegativeInt, SafeInt].map((scalar) => [scalar.name, scalar] as const))(
  '%s',
  (_, scalar) => {
    test('passes any number, both ways and as a literal', () => {
      expect(scalar.coerceInputValue(-1.5)).toBe(-1.5);
      expect(scalar.coerceOutputValue(2 ** 53)).toBe(2 ** 53);
      expect(scalar.parseLiteral(parseValue('-3'), null)).toBe(-3);
      expect(scalar.parseLiteral(parseValue('1e3'), null)).toBe(1000);
    });

    test.each(['1', true, null])('refuses %j', (value) => {
      expect(() => scalar.coerceInputValue(value)).toThrow(scalar.name);
      expect(() => scalar.parseLiteral(parseValue(JSON.stringify(value)), null)).toThrow(scalar.name);
    });
  },
);

describe('JSONObject', () => {
  const literal = (text: string) => JsonObject.parseLiteral(parseValue(text), { v: [1], __proto__: null });

  test('passes an object untouched', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":"\\u0000"}');
    expect(JsonObject.coerceInputValue(value)).toBe(value);
    expect(JsonObject.coerceOutputValue(value)).toBe(value);
  });

  test.each([null, 1, 'a', [], true])('refuses %j', (value) => {
    expect(() => JsonObject.coerceInputValue(value)).toThrow('JSONObject');
    expect(() => literal(JSON.stringify(value))).toThrow('JSONObject');
  });

  test('reads a literal as JSON would, digit by digit and in its order', () => {
    const text =
      '{ z: [1, -2.50, true, null, "x"], b: { c: {} }, d: HK, e: "\\u0000", f: 12345678901234567890 }';
    expect(literal(text)).toMatchObject({
      text: '{"z":[1,-2.50,true,null,"x"],"b":{"c":{}},"d":"HK","e":"\\u0000","f":12345678901234567890}',
    });
    expect(JSON.parse(JSON.stringify(literal(text)))).toEqual(valueFromASTUntyped(parseValue(text)));
  });

  test('reads variables in a literal', () => {
    expect(literal('{ a: $v, b: $absent }')).toMatchObject({ text: '{"a":[1],"b":null}' });
  });

  test('reads a member named __proto__ without touching a prototype', () => {
    const value = literal('{ __proto__: { polluted: true } }');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
    expect(value).not.toHaveProperty('polluted');
  });

  test('takes JSON by its source text, of an object only', () => {
    const json = new JsonText('{"a":1.0}');
    expect(JsonObject.coerceInputValue(json)).toBe(json);
    expect(JsonObject.coerceOutputValue(json)).toBe(json);
    expect(() => JsonObject.coerceInputValue(new JsonText('[1]'))).toThrow('JSONObject');
  });

  test('refuses a number that is not finite', () => {
    expect(() => literal('{ a: 1e999 }')).toThrow('too large');
  });
});

describe('File', () => {
  class Part {
    readonly size = 1;
  }

  test('accepts the object of a multipart reader', () => {
    const part = new Part();
    expect(File.coerceInputValue(part)).toBe(part);
  });

  test.each([null, 1, 'a', [], {}, { path: '/etc/passwd' }])('refuses %j, which JSON can say', (value) => {
    expect(() => File.coerceInputValue(value)).toThrow('multipart');
  });

  test('refuses a literal, and is never part of a result', () => {
    expect(() => File.parseLiteral(parseValue('{ path: "/etc/passwd" }'), null)).toThrow('multipart');
    expect(() => File.coerceOutputValue(new Part())).toThrow('comes in');
  });
});
