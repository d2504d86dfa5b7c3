import { printType } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBuilder } from '../../../src/pipeline/graphql-kit/builder.ts';
import { inputFromZod } from '../../../src/pipeline/graphql-kit/input-from-zod.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { addEnums } from '../../../src/pipeline/graphql-kit/enum.ts';
import { dateField, emailField, integerField, optionalText } from '../../../src/kernel/input/fields.ts';
import { jsonObjectField } from '../../../src/engine/json/json-object-field.ts';
import { orElse, orNull, textField } from '../../../src/kernel/input/fields.ts';
import { typeNamed } from '../../../src/kernel/input/type-name.ts';

/** An enum of the API. */
const Kind = typeNamed('HoldKind', z.enum(['customer', 'partner']));
const Point = typeNamed('PointInput', z.strictObject({ x_axis: z.number(), y_axis: z.number().nullish() }));

const Everything = z.strictObject({
  plain_text: textField().describe('A line.'),
  maybe_text: optionalText(textField()),
  small: integerField(1, 90),
  large: integerField(1, Number.MAX_SAFE_INTEGER).meta({ description: 'Minor units.' }),
  ratio: z.number().nullish(),
  truth: orElse(z.boolean(), false),
  mail: emailField(),
  day: dateField().refine((text) => text < '2030', 'is too late'),
  free: orNull(jsonObjectField(10)),
  points: z.array(Point).min(1),
  point: Point.nullish(),
  kind: Kind,
  unnamed: z.enum(['a', 'b']),
});

const print = (schema: z.ZodObject) => {
  const builder = createBuilder();
  // Made before, so that the enums of the API are known.
  expect(gatewaySchema().getType('HoldKind')).toBeDefined();
  addEnums(builder);
  inputFromZod(builder, 'EverythingInput', schema, { describes: { ratio: 'Only here.' } });
  builder.queryField('ok', (t) => t.boolean({ resolve: () => true }));
  builder.mutationField('ok', (t) => t.boolean({ resolve: () => true }));
  const built = builder.toSchema();
  return ['EverythingInput', 'PointInput'].map((name) => {
    const type = built.getType(name);
    return type === undefined ? '' : printType(type);
  });
};

test('an input has a field for each member, with its name, type, requiredness and description', () => {
  const [everything, point] = print(Everything);
  expect(everything).toBe(`input EverythingInput {
  day: LocalDate!
  free: JSONObject
  kind: HoldKind!

  """Minor units."""
  large: SafeInt!
  mail: EmailAddress!
  maybeText: String

  """A line."""
  plainText: String!
  point: PointInput
  points: [PointInput!]!

  """Only here."""
  ratio: Float
  small: Int!
  truth: Boolean
  unnamed: String!
}`);
  expect(point).toBe(`input PointInput {
  xAxis: Float!
  yAxis: Float
}`);
});

test('a schema that stands for no GraphQL type is a mistake found at the start', () => {
  const unknown = typeNamed('Sound', z.enum(['a', 'b']));
  expect(() => print(z.strictObject({ unknown }))).toThrow('no GraphQL type Sound');
  expect(() => print(z.strictObject({ any: z.custom<object>() }))).toThrow('stands for no GraphQL type');
  expect(() => print(z.strictObject({ part: z.strictObject({}) }))).toThrow('no name');
});

test('two parts of one name with other members are a mistake found at the start', () => {
  const other = typeNamed('PointInput', z.strictObject({ z_axis: z.number() }));
  expect(() => print(z.strictObject({ first: Point, second: other }))).toThrow(
    'Two inputs are named PointInput',
  );
});
