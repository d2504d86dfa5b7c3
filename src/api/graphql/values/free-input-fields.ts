import { getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';

/** Names of the input fields that hold free JSON; its source text is kept. */
export function freeInputFields(schema: GraphQLSchema): ReadonlySet<string> {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  return new Set(
    inputs.flatMap((input) =>
      Object.values(input.getFields())
        .filter(({ type }) => getNamedType(type).name === 'JSONObject')
        .map(({ name }) => name),
    ),
  );
}
