import {
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
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
  if (Array.isArray(value) || value instanceof JsonText) return value;
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

/** GraphQL takes one item for a list of it. */
function canBeItem(value: unknown, type: GraphQLInputType): boolean {
  return isInputObjectType(getNullableType(type)) === (typeof value === 'object');
}

function coerced(value: unknown, coerce: (value: unknown) => unknown): unknown {
  try {
    return coerce(value);
  } catch {
    return value;
  }
}
