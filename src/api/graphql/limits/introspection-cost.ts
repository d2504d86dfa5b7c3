import {
  type FieldNode,
  type FragmentDefinitionNode,
  getIntrospectionQuery,
  type GraphQLField,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { INTROSPECTION_COST } from './limits.ts';
import { fragmentsOf } from '../document/operation-fields.ts';

/** Sizes of a list of the schema: in total, and the largest of one element. */
interface Extent {
  readonly total: number;
  readonly most: number;
}

type Extents = Readonly<Record<string, Extent>>;

/** A type has at most three wrappers: `[X!]!`. */
const WRAPPERS_MAX = 3;

/** A description is a sentence or two; other leaves are a word. */
const DESCRIPTION_WEIGHT = 10;

/** The position of a selection in the schema. */
interface Position {
  /** The most elements that it is resolved for. */
  readonly count: number;
  /** Whether these elements are all different, so that their lists together are not larger than in the whole schema. */
  readonly distinct: boolean;
  /** Number of `ofType` above it, from a type that may be wrapped. */
  readonly unwrapped: number;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * The cost of `__schema` or `__type`, as its share of the standard introspection query, which has a fixed cost. A
 * document can contain that query once, not twice.
 */
export function introspectionCost(schema: GraphQLSchema, field: FieldNode, fragments: Fragments): number {
  const standard = standards.get(schema) ?? standardSize(schema);
  standards.set(schema, standard);
  return Math.ceil((INTROSPECTION_COST * sizeOf(schema, field, fragments)) / standard);
}

const standards = new WeakMap<GraphQLSchema, number>();

/** With every option that tools use. */
const STANDARD_QUERY = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

function standardSize(schema: GraphQLSchema): number {
  const document = parse(STANDARD_QUERY);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const selections = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  const field = selections.find((selection) => selection.kind === Kind.FIELD);
  if (field === undefined) throw new Error('The introspection query has no field.');
  return sizeOf(schema, field, fragmentsOf(document));
}

function sizeOf(schema: GraphQLSchema, root: FieldNode, fragments: Fragments): number {
  const extents = extentsOf(schema);
  const known = new Map<string, number>();

  const ofFragment = (name: string, position: Position): number => {
    const key = `${name} ${position.count} ${position.distinct} ${position.unwrapped}`;
    const fragment = fragments.get(name);
    const size = known.get(key) ?? (fragment ? sum(fragment.selectionSet, position) : 0);
    known.set(key, size);
    return size;
  };
  const ofField = (field: FieldNode, position: Position): number => {
    const name = field.name.value;
    if (field.selectionSet === undefined)
      return position.count * (name === 'description' ? DESCRIPTION_WEIGHT : 1);
    return position.count + sum(field.selectionSet, below(name, position, extents));
  };
  const sum = ({ selections }: SelectionSetNode, position: Position): number => {
    if (position.count === 0) return 0;
    return selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, position);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value, position);
        return sum(selection.selectionSet, position);
      })
      .reduce((total, size) => total + size, 0);
  };
  return ofField(root, { count: 1, distinct: root.name.value === '__schema', unwrapped: 0 });
}

/** Lists whose items belong to one element each. Other lists may name the same types several times. */
const OWNED = ['types', 'directives', 'fields', 'inputFields', 'enumValues', 'args'];

function below(name: string, { count, distinct, unwrapped }: Position, extents: Extents): Position {
  const list = extents[name];
  if (list !== undefined) {
    const items = distinct ? list.total : count * list.most;
    return { count: items, distinct: distinct && OWNED.includes(name), unwrapped: 0 };
  }
  if (name === '__schema') return { count, distinct, unwrapped: 0 };
  if (name !== 'ofType') return { count, distinct: false, unwrapped: 0 };
  return { count: unwrapped < WRAPPERS_MAX ? count : 0, distinct: false, unwrapped: unwrapped + 1 };
}

function extentsOf(schema: GraphQLSchema): Extents {
  const types = Object.values(schema.getTypeMap());
  const fields = types.map((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const directives = schema.getDirectives();
  const arguable: readonly Pick<GraphQLField<unknown, unknown>, 'args'>[] = [...fields.flat(), ...directives];
  return {
    types: one(types.length),
    directives: one(directives.length),
    fields: extent(fields.map((each) => each.length)),
    args: extent(arguable.map(({ args }) => args.length)),
    inputFields: extent(
      types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    ),
    enumValues: extent(types.map((type) => (isEnumType(type) ? type.getValues().length : 0))),
    interfaces: extent(
      types.map((type) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0)),
    ),
    possibleTypes: extent(
      types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
    ),
    locations: extent(directives.map(({ locations }) => locations.length)),
  };
}

const one = (total: number): Extent => ({ total, most: total });

function extent(counts: readonly number[]): Extent {
  return { total: counts.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...counts) };
}
