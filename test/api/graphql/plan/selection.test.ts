import { getNamedType, isLeafType, isListType, isObjectType, getNullableType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { isOperatorOnly } from '../../../../src/pipeline/graphql-kit/operator-only.ts';
import { planSelection } from '../../../../src/api/graphql/plan/selection.ts';
import { gatewaySchema } from '../../../../src/features.ts';

const schema = gatewaySchema();

/** The leaf fields of the gateway that show a property of their object, for everyone or only for operators. */
const exposed = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
  .filter(({ field }) => 'pothosExposedField' in field.extensions)
  .filter(({ field }) => isLeafType(getNamedType(field.type)) && !isListType(getNullableType(field.type)));

function propertyOf({ type, field }: (typeof exposed)[number]): string | undefined {
  const [definition] = parse(`{ ${field.name} }`).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('It is a query.');
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD) throw new Error('It has a field.');
  const selection = planSelection(schema, type, new Map([[field.name, [{ node }]]]));
  return selection?.fields[0]?.asProperty?.property;
}

test('every field that only shows a property is read as a property, unless it has a guard', () => {
  expect(exposed.length).toBeGreaterThan(80);
  for (const each of exposed) {
    const { pothosExposedField } = each.field.extensions;
    const expected = isOperatorOnly(each.field) ? undefined : pothosExposedField;
    expect([`${each.type}.${each.field.name}`, propertyOf(each)]).toEqual([
      `${each.type}.${each.field.name}`,
      expected,
    ]);
  }
});
