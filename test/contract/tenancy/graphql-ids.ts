import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql';

/** A place in the schema at which a client sends an id. */
interface IdPlace {
  /** The type and the field, e.g. `Query.customer`. */
  readonly field: string;
  /** From the argument inwards, e.g. `input.customerId`. */
  readonly path: string;
}

const CURSORS = ['after', 'before'];

/** Every argument, and every member of an input, that is of type ID or the cursor of a connection. */
export function idPlacesOf(schema: GraphQLSchema): readonly IdPlace[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : [],
    )
    .flatMap(({ type, field }) =>
      field.args.flatMap((argument) =>
        pathsOf(argument).map((path) => ({ field: `${type.name}.${field.name}`, path })),
      ),
    );
}

function pathsOf(
  place: GraphQLArgument | GraphQLInputField,
  seen: readonly string[] = [],
): readonly string[] {
  const type = getNamedType(place.type);
  if (type.name === 'ID' || CURSORS.includes(place.name)) return [place.name];
  if (!isInputObjectType(type) || seen.includes(type.name)) return [];
  return Object.values(type.getFields()).flatMap((member) =>
    pathsOf(member, [...seen, type.name]).map((path) => `${place.name}.${path}`),
  );
}
