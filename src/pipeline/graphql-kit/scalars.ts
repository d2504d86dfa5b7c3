import { GraphQLError, GraphQLScalarType, Kind, type ObjectValueNode, type ValueNode } from 'graphql';
import {
  GraphQLCountryCode,
  GraphQLDateTime,
  GraphQLEmailAddress,
  GraphQLJSONObject,
  GraphQLLocalDate,
  GraphQLNonNegativeInt,
  GraphQLPhoneNumber,
  GraphQLSafeInt,
  GraphQLURL,
} from 'graphql-scalars';
import { FLAW_MESSAGES } from '../../engine/json/json-object-field.ts';
import { numberIn } from '../../engine/json/number.ts';
import { JsonText, jsonTextOf } from '../../engine/json/text.ts';

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** How a scalar reads a value and a literal. Undefined refuses it. */
interface Form<Value> {
  readonly fromValue: (value: unknown) => Value | undefined;
  readonly fromLiteral: (literal: ValueNode, variables: Variables) => Value | undefined;
}

/**
 * A published scalar with its name and description. It checks only the form of a value. The rules for the content are
 * in the schema of the operation, so that REST has the same rules.
 */
function formScalar<Value>(
  published: GraphQLScalarType,
  { fromValue, fromLiteral }: Form<Value>,
): GraphQLScalarType<Value, Value> {
  const { name, description, specifiedByURL, extensions } = published;
  const take = (value: Value | undefined): Value => {
    if (value === undefined) throw new GraphQLError(`A value is not of the form of ${name}.`);
    return value;
  };
  return new GraphQLScalarType<Value, Value>({
    name,
    description,
    specifiedByURL,
    extensions,
    serialize: (value) => take(fromValue(value)),
    parseValue: (value) => take(fromValue(value)),
    parseLiteral: (literal, variables) => take(fromLiteral(literal, variables)),
  });
}

const text: Form<string> = {
  fromValue: (value) => (typeof value === 'string' ? value : undefined),
  fromLiteral: (literal) => (literal.kind === Kind.STRING ? literal.value : undefined),
};

const number: Form<number> = {
  fromValue: (value) => (typeof value === 'number' ? value : undefined),
  fromLiteral: (literal) =>
    literal.kind === Kind.INT || literal.kind === Kind.FLOAT ? numberIn(literal.value) : undefined,
};

const object: Form<object> = {
  fromValue(value) {
    if (value instanceof JsonText) return value.isObject ? value : undefined;
    return isObject(value) && !Array.isArray(value) ? value : undefined;
  },
  fromLiteral: (literal, variables) =>
    literal.kind === Kind.OBJECT ? new JsonText(objectText(literal, variables)) : undefined,
};

export const DateTime = formScalar(GraphQLDateTime, text);
export const LocalDate = formScalar(GraphQLLocalDate, text);
export const EmailAddress = formScalar(GraphQLEmailAddress, text);
export const PhoneNumber = formScalar(GraphQLPhoneNumber, text);
export const CountryCode = formScalar(GraphQLCountryCode, text);
export const Url = formScalar(GraphQLURL, text);
export const NonNegativeInt = formScalar(GraphQLNonNegativeInt, number);
export const SafeInt = formScalar(GraphQLSafeInt, number);
export const JsonObject = formScalar(GraphQLJSONObject, object);

/** A file part of a multipart request. No JSON value has this type, so a client cannot forge it. */
export const File = new GraphQLScalarType<object, never>({
  name: 'File',
  description: 'A file of a multipart request, by the GraphQL multipart request specification.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: () => {
    throw new GraphQLError('A File only comes in.');
  },
  parseValue: (value) => {
    if (isObject(value) && !Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    throw new GraphQLError('A File is a part of a multipart request.');
  },
  parseLiteral: () => {
    throw new GraphQLError('A File is a part of a multipart request.');
  },
});

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An object literal as JSON. The order of the members and every digit of the numbers stay. */
function objectText({ fields }: ObjectValueNode, variables: Variables): string {
  const members = fields.map(
    ({ name, value }) => `${JSON.stringify(name.value)}:${literalText(value, variables)}`,
  );
  return `{${members.join(',')}}`;
}

function literalText(literal: ValueNode, variables: Variables): string {
  switch (literal.kind) {
    case Kind.NULL:
      return 'null';
    case Kind.VARIABLE:
      return variableText(variables?.[literal.name.value]);
    case Kind.LIST:
      return `[${literal.values.map((item) => literalText(item, variables)).join(',')}]`;
    case Kind.OBJECT:
      return objectText(literal, variables);
    case Kind.INT:
    case Kind.FLOAT:
      return finite(literal.value);
    default:
      return JSON.stringify(literal.value);
  }
}

/** Returns the digits. Throws if the number is not finite, because JSON has no such number. */
function finite(digits: string): string {
  if (!Number.isFinite(Number(digits)))
    throw new GraphQLError('A number is too large.', { extensions: { says: FLAW_MESSAGES.number } });
  return digits;
}

/** The source text of an object in the variables, or of a list of objects. */
function variableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(variableText).join(',')}]`;
  if (isObject(value)) return jsonTextOf(value).text;
  return JSON.stringify(value) ?? 'null';
}
