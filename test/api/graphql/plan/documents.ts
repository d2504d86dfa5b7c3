import { type Arbitrary, array, boolean, constantFrom, oneof, option, record, tuple } from 'fast-check';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** How an argument is written; undefined leaves it out. */
type ArgumentText = (argument: GraphQLArgument) => string | undefined;

/** Conditions with every possible outcome, and one that may be no boolean. */
const conditions = constantFrom(
  '@include(if: true)',
  '@include(if: false)',
  '@skip(if: true)',
  '@skip(if: false)',
  '@include(if: $yes)',
  '@skip(if: $yes)',
  '@include(if: $no)',
  '@skip(if: $no) @include(if: $yes)',
  '@include(if: $open)',
);

const declared = '($yes: Boolean!, $no: Boolean!, $open: Boolean = true)';

/** Values of the declared variables. Null for `open` is accepted, but is no valid condition. */
export const declaredValues = record(
  { yes: boolean(), no: boolean(), open: constantFrom(true, false, null) },
  { requiredKeys: ['yes', 'no'] },
);

const LEVELS = 4;
const aliases = constantFrom('a', 'b', 'text', '__proto__', 'constructor');

/**
 * Random operations over a schema, with fields, aliases, fragments and conditions; validation would refuse some of
 * them.
 */
export function documentsOf(
  schema: GraphQLSchema,
  argumentText: ArgumentText,
  operation: 'query' | 'mutation' = 'query',
): Arbitrary<string> {
  const composite = Object.values(schema.getTypeMap()).filter(
    (type) => isCompositeType(type) && !type.name.startsWith('__'),
  );
  const root = schema.getRootType(operation);
  if (!root) throw new Error('The schema has no such root.');
  const selections = selectionsOf(schema, argumentText);
  const fragment = (name: string, spreads: readonly string[]) =>
    constantFrom(...composite).chain((type) =>
      selections(type, 2, spreads).map((text) => `fragment ${name} on ${type.name} ${text}`),
    );
  return tuple(
    selections(root, LEVELS, ['First', 'Second']),
    fragment('First', ['Second']),
    fragment('Second', []),
  ).map(([selected, ...fragments]) => [`${operation} ${declared} ${selected}`, ...fragments].join('\n'));
}

function selectionsOf(schema: GraphQLSchema, argumentText: ArgumentText) {
  const sets = (type: GraphQLNamedType, levels: number, spreads: readonly string[]): Arbitrary<string> => {
    const known = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const fields = known.filter((field) => levels > 1 || !isCompositeType(getNamedType(field.type)));
    const field = (of: GraphQLField<unknown, unknown>) => {
      const below = getNamedType(of.type);
      return tuple(
        option(aliases, { freq: 5 }),
        option(conditions, { freq: 4 }),
        isCompositeType(below) ? sets(below, levels - 1, spreads) : constantFrom(''),
      ).map(
        ([alias, condition, selected]) =>
          `${alias === null ? '' : `${alias}: `}${of.name}${argumentsOf(of)} ${condition ?? ''} ${selected}`,
      );
    };
    const argumentsOf = ({ args }: GraphQLField<unknown, unknown>): string => {
      const given = args.flatMap((argument) => {
        const text = argumentText(argument);
        return text === undefined ? [] : [`${argument.name}: ${text}`];
      });
      return given.length === 0 ? '' : `(${given.join(', ')})`;
    };
    const inline = (on: GraphQLNamedType) =>
      tuple(option(conditions), sets(on, levels - 1, spreads)).map(
        ([condition, selected]) => `... on ${on.name} ${condition ?? ''} ${selected}`,
      );
    const selection = oneof(
      { weight: 1, arbitrary: constantFrom('__typename') },
      {
        weight: 8,
        arbitrary: fields.length === 0 ? constantFrom('__typename') : constantFrom(...fields).chain(field),
      },
      {
        weight: spreads.length > 0 ? 1 : 0,
        arbitrary: tuple(constantFrom('', ...spreads), option(conditions)).map(([name, condition]) =>
          name === '' ? '__typename' : `...${name} ${condition ?? ''}`,
        ),
      },
      {
        weight: levels > 1 ? 2 : 0,
        arbitrary: levels > 1 ? constantFrom(...narrower(schema, type)).chain(inline) : constantFrom(''),
      },
    );
    return array(selection, { minLength: 1, maxLength: 5 }).map((chosen) => `{ ${chosen.join(' ')} }`);
  };
  return sets;
}

/** The type itself and, if it is abstract, the types that its objects can have. */
function narrower(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLNamedType[] {
  return isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
}
