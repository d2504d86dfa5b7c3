import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { ErrorCode, Path } from '../../kernel/errors.ts';
import { JSON_VALUES_MAX } from '../../kernel/json/reader.ts';
import { INPUT_ITEMS_MAX, NAME_CHARACTERS_MAX } from '../limits/limits.ts';

/** How to look into a value: one that came as a variable, or one that is written into the document. */
export interface InputReader<Value> {
  isNull(value: Value): boolean;
  /** Whether the value stands elsewhere and is judged there. */
  isElsewhere(value: Value): boolean;
  items(value: Value): readonly Value[] | null;
  members(value: Value): Members<Value> | null;
  /** The value as the type takes it; throws or is undefined when the type does not. */
  coerce(value: Value, type: GraphQLLeafType): unknown;
}

/** The members of an object, however many it has. */
export interface Members<Value> {
  /** Whether there are more than any input has, of which these are the first. */
  readonly isCut: boolean;
  get(name: string): Value | undefined;
  names(): Iterable<string>;
}

/** Takes note of what is wrong. */
export interface Report {
  /** Whether as much is wrong as is ever told: then nothing further is looked into. */
  isFull(): boolean;
  add(code: ErrorCode, path: Path, says: string): void;
}

/**
 * Says everything that is wrong with a value of an input type, in the words of the catalogue. It names fields and
 * types and repeats nothing else.
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
    if (items === null) explainInput(reader, value, type.ofType, path, report);
    else if (items.length > INPUT_ITEMS_MAX)
      report.add('parameter_invalid', path, `must have at most ${INPUT_ITEMS_MAX} items`);
    else items.forEach((item, index) => explainInput(reader, item, type.ofType, [...path, index], report));
  } else if (isInputObjectType(type)) {
    explainMembers(reader, value, type, path, report);
  } else if (!fits(() => reader.coerce(value, type))) {
    report.add('parameter_invalid', path, `must be ${describe(type)}`);
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
    report.add('parameter_unknown', [...path, shorten(name)], 'is not a known member');
  }
  if (members.isCut && !hasUnknown)
    report.add('parameter_invalid', path, `must be an object of no more than ${JSON_VALUES_MAX} values`);
  for (const field of Object.values(fields)) {
    const member = members.get(field.name);
    if (member !== undefined || isRequiredInputField(field)) {
      explainInput(reader, member, field.type, [...path, field.name], report);
    }
  }
  if (type.isOneOf && !hasOne(reader, members)) {
    report.add('parameter_invalid', path, 'must have exactly one member, which is not null');
  }
}

function hasOne<Value>(reader: InputReader<Value>, members: Members<Value>): boolean {
  const [name, ...rest] = members.names();
  const first = name === undefined ? undefined : members.get(name);
  return first !== undefined && rest.length === 0 && !reader.isNull(first);
}

function fits(coerce: () => unknown): boolean {
  try {
    return coerce() !== undefined;
  } catch {
    return false;
  }
}

function describe(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return `of type ${type.name}`;
  return `one of ${type
    .getValues()
    .map((value) => value.name)
    .join(', ')}`;
}

const shorten = (name: string): string => name.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
