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

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** How a scalar takes a value and a literal: each is returned as it is or refused with undefined. */
interface Form<Value> {
  readonly fromValue: (value: unknown) => Value | undefined;
  readonly fromLiteral: (literal: ValueNode, variables: Variables) => Value | undefined;
}

/**
 * A published scalar, by name and description, that looks at the form of a value only. The one rule about what it may
 * say stands in the schema of the operation, where REST finds it too.
 */
function passing<Value>(
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
    literal.kind === Kind.INT || literal.kind === Kind.FLOAT ? Number(literal.value) : undefined,
};

const object: Form<object> = {
  fromValue: (value) => (isObject(value) && !Array.isArray(value) ? value : undefined),
  fromLiteral: (literal, variables) =>
    literal.kind === Kind.OBJECT ? readObject(literal, variables) : undefined,
};

export const DateTime = passing(GraphQLDateTime, text);
export const LocalDate = passing(GraphQLLocalDate, text);
export const EmailAddress = passing(GraphQLEmailAddress, text);
export const PhoneNumber = passing(GraphQLPhoneNumber, text);
export const CountryCode = passing(GraphQLCountryCode, text);
export const Url = passing(GraphQLURL, text);
export const NonNegativeInt = passing(GraphQLNonNegativeInt, number);
export const SafeInt = passing(GraphQLSafeInt, number);
export const JsonObject = passing(GraphQLJSONObject, object);

/** A file part of a multipart request. What JSON can say is never one, so a client cannot make one up. */
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

/** `Object.fromEntries` makes every key the object's own, `__proto__` too. */
function readObject({ fields }: ObjectValueNode, variables: Variables): object {
  return Object.fromEntries(fields.map((field) => [field.name.value, readLiteral(field.value, variables)]));
}

function readLiteral(literal: ValueNode, variables: Variables): unknown {
  switch (literal.kind) {
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables?.[literal.name.value] ?? null;
    case Kind.LIST:
      return literal.values.map((item) => readLiteral(item, variables));
    case Kind.OBJECT:
      return readObject(literal, variables);
    case Kind.INT:
    case Kind.FLOAT:
      return readNumber(literal.value);
    default:
      return literal.value;
  }
}

/** JSON has no number that is not finite. */
function readNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new GraphQLError('A number is too large.');
  return value;
}
