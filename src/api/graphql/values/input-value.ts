import {
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
} from 'graphql';
import { PROBLEMS_MAX } from '../../../kernel/errors.ts';
import { readJsonText } from '../../../engine/json/reader.ts';
import { JsonText } from '../../../engine/json/text.ts';
import { INPUT_ITEMS_MAX } from '../limits/limits.ts';

/** A prefix for names that the type does not have, so an operation cannot mistake one for its own name. */
export const UNKNOWN_MARK = '?';

/**
 * A value that may not fit its type, converted as far as possible: enum words become their values, and unfit parts
 * stay. It has at most as many items and unknown members as an error lists.
 */
export function readUnfit(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return readUnfit(value, type.ofType);
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    if (!Array.isArray(value)) return canBeItem(value, type.ofType) ? [readUnfit(value, type.ofType)] : value;
    return value.slice(0, INPUT_ITEMS_MAX + 1).map((item) => readUnfit(item, type.ofType));
  }
  if (isLeafType(type)) return coerced(value, type);
  if (!isInputObjectType(type) || typeof value !== 'object') return value;
  if (value instanceof JsonText) return readUnfit(firstMembersOf(value), type) ?? value;
  if (Array.isArray(value)) return value;
  return readMembers(value, type);
}

/** In the order in which they were sent, because an operation lists faults in that order in both APIs. */
function readMembers(value: object, type: GraphQLInputObjectType): object {
  const fields = type.getFields();
  const left = new Map(Object.entries(fields).filter(([name]) => Object.hasOwn(value, name)));
  const members: [name: string, value: unknown][] = [];
  let unknown = 0;
  for (const name in value) {
    const field = left.get(name);
    if (field !== undefined) members.push([name, readUnfit(Reflect.get(value, name), field.type)]);
    else members.push([UNKNOWN_MARK + name, null]);
    if (field === undefined && (unknown += 1) === PROBLEMS_MAX) break;
    left.delete(name);
  }
  for (const [name, field] of left) members.push([name, readUnfit(Reflect.get(value, name), field.type)]);
  return Object.fromEntries(members);
}

const firstMembers = new WeakMap<JsonText, object | null>();

/**
 * The first members of an object that was kept as text because it is larger than any input. They show its faults, as
 * for a REST body that is too large. Null for any other text.
 */
export function firstMembersOf(json: JsonText): object | null {
  const known = firstMembers.get(json);
  if (known !== undefined) return known;
  const { value, isTruncated } = readJsonText(json.text);
  const members = isTruncated && json.isObject && typeof value === 'object' ? value : null;
  firstMembers.set(json, members);
  return members;
}

/** GraphQL accepts a single value as a list of one item. */
function canBeItem(value: unknown, type: GraphQLInputType): boolean {
  if (value instanceof JsonText && !value.isObject) return false;
  return isInputObjectType(getNullableType(type)) === (typeof value === 'object');
}

/** A word that the enum does not have is marked, because the operation may use the same word as a value. */
function coerced(value: unknown, type: GraphQLLeafType): unknown {
  const unfit = isEnumType(type) && typeof value === 'string' ? UNKNOWN_MARK + value : value;
  try {
    return readLeaf(value, type) ?? unfit;
  } catch {
    return unfit;
  }
}

/**
 * The result of a scalar or an enum for a value; undefined or an error if the value does not fit. graphql's own types
 * never get an object or a list, because their error messages would print all of it.
 */
export function readLeaf(value: unknown, type: GraphQLLeafType): unknown {
  const isNested = typeof value === 'object' && value !== null;
  if (isNested && (isEnumType(type) || isSpecifiedScalarType(type))) return undefined;
  return type.coerceInputValue(value);
}
