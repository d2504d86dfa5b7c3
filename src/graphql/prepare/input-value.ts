import {
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { readJsonText } from '../../kernel/json/reader.ts';
import { JsonText } from '../../kernel/json/text.ts';
import { INPUT_ITEMS_MAX, PROBLEMS_MAX } from '../limits/limits.ts';

/** What stands before the name of a member that the type does not have, so that no operation takes it for one of its own. */
export const UNKNOWN_MARK = '?';

/**
 * A value that may not fit its type, as far as it does: words of an enum become what they stand for, and what does not fit
 * stays as it is. Holds no more items and no more unknown members than are ever told of.
 */
export function readUnfit(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return readUnfit(value, type.ofType);
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    if (!Array.isArray(value)) return canBeItem(value, type.ofType) ? [readUnfit(value, type.ofType)] : value;
    return value.slice(0, INPUT_ITEMS_MAX + 1).map((item) => readUnfit(item, type.ofType));
  }
  if (isLeafType(type)) return coerced(value, (given) => type.coerceInputValue(given));
  if (!isInputObjectType(type) || typeof value !== 'object') return value;
  if (value instanceof JsonText) return readUnfit(firstMembersOf(value), type) ?? value;
  if (Array.isArray(value)) return value;
  const fields = type.getFields();
  const known = Object.values(fields)
    .filter(({ name }) => Object.hasOwn(value, name))
    .map((field) => [field.name, readUnfit(Reflect.get(value, field.name), field.type)]);
  const unknown = [];
  for (const name in value) {
    if (Object.hasOwn(fields, name)) continue;
    unknown.push([UNKNOWN_MARK + name, null]);
    if (unknown.length === PROBLEMS_MAX) break;
  }
  return Object.fromEntries([...known, ...unknown]);
}

const firstMembers = new WeakMap<JsonText, object | null>();

/**
 * An object that is too large for any input was kept as text when it was read; of its members the first are made all the same,
 * since they tell what is wrong, as with a body of REST that is too large. Null for any other text.
 */
export function firstMembersOf(json: JsonText): object | null {
  const known = firstMembers.get(json);
  if (known !== undefined) return known;
  const { value, isCut } = readJsonText(json.text);
  const members = isCut && json.isObject && typeof value === 'object' ? value : null;
  firstMembers.set(json, members);
  return members;
}

/** GraphQL takes one item for a list of it. */
function canBeItem(value: unknown, type: GraphQLInputType): boolean {
  if (value instanceof JsonText && !value.isObject) return false;
  return isInputObjectType(getNullableType(type)) === (typeof value === 'object');
}

function coerced(value: unknown, coerce: (value: unknown) => unknown): unknown {
  try {
    return coerce(value);
  } catch {
    return value;
  }
}
