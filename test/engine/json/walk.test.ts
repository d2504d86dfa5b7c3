import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonWalk } from '../../../src/engine/json/walk.ts';

/** The whole value, read member by member and item by item. */
function readBy(walk: JsonWalk, at: number): unknown {
  const members: [string, unknown][] = [];
  walk.members(at, (name, value) => members.push([name, readBy(walk, value)]) > 0);
  const items: unknown[] = [];
  walk.items(at, (item) => items.push(readBy(walk, item)) > 0);
  return (
    walk.scalar(at) ?? (members.length > 0 ? Object.fromEntries(members) : items.length > 0 ? items : null)
  );
}

/** Empty objects and lists are read as null, as a word that is null is. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(withoutEmpty);
  const members = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)]);
  return members.length === 0 ? null : Object.fromEntries(members);
}

test('every member and item of any JSON is found, with and without white space', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
      const walk = new JsonWalk(JSON.stringify(value, null, space));
      expect(readBy(walk, walk.start)).toEqual(withoutEmpty(JSON.parse(JSON.stringify(value))));
    }),
  );
});

test('a walk ends when the visitor says so', () => {
  const walk = new JsonWalk('{"a": [1, 2], "b": {"c": "}"}, "d": 3}');
  const seen: string[] = [];
  walk.members(walk.start, (name) => seen.push(name) < 2);
  expect(seen).toEqual(['a', 'b']);
});
