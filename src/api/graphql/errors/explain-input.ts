import {
  getNullableType,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { ErrorCode } from '../../../kernel/error-catalogue.ts';
import type { Path } from '../../../kernel/errors.ts';
import { JSON_VALUES_MAX } from '../../../engine/json/reader.ts';
import { INPUT_ITEMS_MAX } from '../limits/limits.ts';

/** Reads a value of a query: a variable or a literal of the document. */
export interface InputReader<Value> {
  isNull(value: Value): boolean;
  /** Whether the value is a variable inside a literal, which is checked separately. */
  isElsewhere(value: Value): boolean;
  items(value: Value): readonly Value[] | null;
  members(value: Value): Members<Value> | null;
  /** The value as the type reads it. Throws, or returns undefined, if the type rejects it. */
  coerce(value: Value, type: GraphQLLeafType): unknown;
}

/** The members of an object. */
interface Members<Value> {
  /** Whether these are only the first members, because there are more than any input has. */
  readonly isTruncated: boolean;
  get(name: string): Value | undefined;
  names(): Iterable<string>;
}

/** Collects problems. */
export interface Report {
  /** Whether the limit of problems is reached. If so, nothing more is checked. */
  isFull(): boolean;
  add(code: ErrorCode, path: Path, says: string): void;
  /** Adds a member that the type does not have, with a suggestion if a known name is similar. */
  addUnknown(path: Path, name: string, known: readonly string[]): void;
}

/**
 * Reports every problem of a value of an input type, in the words of the catalogue. It names fields and types and never
 * repeats a value.
 */
export function explainInput<Value>(
  reader: InputReader<Value>,
  value: Value | undefined,
  type: GraphQLInputType,
  path: Path,
  report: Report,
): void {
  if (report.isFull() || (value !== undefined && reader.isElsewhere(value))) return;
  const absent = value === undefined || reader.isNull(value);
  if (isNonNullType(type)) {
    if (absent) report.add('parameter_missing', path, 'is required');
    else explainInput(reader, value, type.ofType, path, report);
    return;
  }
  if (absent) return;
  if (isListType(type)) {
    const items = reader.items(value);
    if (items === null) {
      // GraphQL reads a single value as a list of one item.
      const isItem = isInputObjectType(getNullableType(type.ofType)) && reader.members(value) !== null;
      explainInput(reader, value, type.ofType, isItem ? [...path, 0] : path, report);
    } else if (items.length > INPUT_ITEMS_MAX)
      report.add('parameter_invalid', path, `must have at most ${INPUT_ITEMS_MAX} items`);
    else items.forEach((item, index) => explainInput(reader, item, type.ofType, [...path, index], report));
  } else if (isInputObjectType(type)) {
    explainMembers(reader, value, type, path, report);
  } else {
    const flaw = flawOf(() => reader.coerce(value, type));
    if (flaw !== null) report.add('parameter_invalid', path, flaw.says ?? `must be ${describe(type)}`);
  }
}

function explainMembers<Value>(
  reader: InputReader<Value>,
  value: Value,
  type: GraphQLInputObjectType,
  path: Path,
  report: Report,
): void {
  const members = reader.members(value);
  if (members === null) {
    report.add('parameter_invalid', path, 'must be an object');
    return;
  }
  const fields = type.getFields();
  let hasUnknown = false;
  for (const name of members.names()) {
    if (report.isFull()) return;
    if (Object.hasOwn(fields, name)) continue;
    hasUnknown = true;
    report.addUnknown(path, name, Object.keys(fields));
  }
  if (members.isTruncated && !hasUnknown)
    report.add('parameter_invalid', path, `must be an object of no more than ${JSON_VALUES_MAX} values`);
  for (const field of Object.values(fields)) {
    const member = members.get(field.name);
    if (member !== undefined || isRequiredInputField(field)) {
      explainInput(reader, member, field.type, [...path, field.name], report);
    }
  }
  if (type.isOneOf && !hasOne(reader, members)) {
    report.add('parameter_invalid', path, 'must have exactly one member, and it must not be null');
  }
}

function hasOne<Value>(reader: InputReader<Value>, members: Members<Value>): boolean {
  const [name, ...rest] = members.names();
  const first = name === undefined ? undefined : members.get(name);
  return first !== undefined && rest.length === 0 && !reader.isNull(first);
}

/** Why a value does not fit. `says` is null if only the type is wrong. */
function flawOf(coerce: () => unknown): { readonly says: string | null } | null {
  try {
    return coerce() === undefined ? { says: null } : null;
  } catch (error) {
    const says = error instanceof GraphQLError ? error.extensions['says'] : null;
    return { says: typeof says === 'string' ? says : null };
  }
}

function describe(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return `of type ${type.name}`;
  return `one of ${type
    .getValues()
    .map((value) => value.name)
    .join(', ')}`;
}
