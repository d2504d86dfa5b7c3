import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** A value that each scalar takes, and that is no id of anything. */
const SCALARS: Readonly<Record<string, unknown>> = {
  ID: 'cus_none',
  String: 'text',
  Int: 1,
  Float: 0.5,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
  LocalDate: '2020-01-01',
  EmailAddress: 'someone@harbour.example',
  PhoneNumber: '+85223456789',
  CountryCode: 'HK',
  URL: 'https://harbour.example',
  NonNegativeInt: 0,
  SafeInt: 1,
  JSONObject: {},
};

function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [sampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
  }
  if (!(type.name in SCALARS))
    throw new Error(`test/contract/roles/sample.ts has no value of the type ${type.name}.`);
  return SCALARS[type.name];
}

interface Selection {
  /** `$a: ID!, $b: Int!`, in parentheses, or nothing. */
  readonly declared: string;
  /** The field with its required arguments; of an object it selects `__typename` only. */
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A field as a client selects it that knows only the schema. */
export function select(field: GraphQLField<unknown, unknown>): Selection {
  const required = field.args.filter(isRequiredArgument);
  const declared = required.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = required.map(({ name }) => `${name}: $${name}`).join(', ');
  const below = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  return {
    declared: declared && `(${declared})`,
    text: `${field.name}${passed && `(${passed})`}${below}`,
    variables: Object.fromEntries(required.map(({ name, type }) => [name, sampleOf(type)])),
  };
}
