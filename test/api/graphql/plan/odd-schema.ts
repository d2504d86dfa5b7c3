import SchemaBuilder from '@pothos/core';
import { GraphQLError, type GraphQLSchema, isObjectType } from 'graphql';

/** The declared form of an object. In the tests every property may have any value. */
interface Odd {
  readonly text: string;
  readonly count: number;
  readonly colour: 'red' | 'blue';
  readonly whim: object | string;
  readonly same: string;
  readonly tags: string[];
  readonly child: Odd;
  readonly list: readonly Odd[];
  readonly kind: string | Promise<string>;
}

interface Types {
  Scalars: { Whim: { Input: object | string; Output: object | string } };
  Context: { readonly root: Odd };
}

/** A schema with each kind of field and type that the gateway has, whose resolvers may fail in any way. */
export function buildOddSchema(): GraphQLSchema {
  const builder = new SchemaBuilder<Types>({});
  builder.scalarType('Whim', {
    serialize(value) {
      if (value === 'refused') throw new GraphQLError('Not on a whim.');
      return value === 'lost' ? undefined : value;
    },
  });
  const colour = builder.enumType('Colour', { values: { RED: { value: 'red' }, BLUE: { value: 'blue' } } });
  const named = builder.interfaceRef<Odd>('Named').implement({
    resolveType: typeOf,
    fields: (t) => ({
      name: t.field({ type: 'String', resolve: (of) => of.text }),
      kind: t.expose('colour', { type: colour }),
    }),
  });
  const thing = builder.objectRef<Odd>('Thing');
  const other = builder.objectRef<Odd>('Other');
  const either = builder.unionType('Either', { types: [thing, other], resolveType: typeOf });
  other.implement({
    interfaces: [named],
    fields: (t) => ({
      count: t.field({ type: 'Int', nullable: false, resolve: (of) => of.count }),
      text: t.expose('text', { type: 'String', nullable: false }),
      child: t.field({ type: thing, resolve: (of) => of.child }),
    }),
  });
  thing.implement({
    interfaces: [named],
    fields: (t) => ({
      text: t.expose('text', { type: 'String' }),
      textRequired: t.expose('text', { type: 'String', nullable: false }),
      count: t.expose('count', { type: 'Int' }),
      colour: t.expose('colour', { type: colour, nullable: false }),
      whim: t.expose('whim', { type: 'Whim' }),
      whimRequired: t.expose('whim', { type: 'Whim', nullable: false }),
      guarded: t.expose('text', { type: 'String' }),
      same: t.expose('same', { type: 'String' }),
      echo: t.field({
        type: 'String',
        args: { size: t.arg.int({ defaultValue: 3 }), needed: t.arg.boolean({ required: true }) },
        resolve: (_of, args) => JSON.stringify(args),
      }),
      where: t.field({
        type: 'String',
        resolve: (_of, _args, _context, info) =>
          `${info.path.key} ${info.path.prev?.typename} ${info.fieldNodes.length}`,
      }),
      child: t.field({ type: thing, resolve: (of) => of.child }),
      childRequired: t.field({ type: thing, nullable: false, resolve: (of) => of.child }),
      shown: t.expose('child', { type: thing }),
      either: t.field({ type: either, resolve: (of) => of.child }),
      named: t.field({ type: named, nullable: false, resolve: (of) => of.child }),
      children: t.field({ type: [thing], resolve: (of) => of.list }),
      childrenRequired: t.field({
        type: [named],
        nullable: { list: false, items: false },
        resolve: (of) => of.list,
      }),
      tags: t.expose('tags', { type: ['String'], nullable: { list: true, items: true } }),
    }),
  });
  const root = { type: thing, resolve: (_root: object, _args: object, { root: of }: Types['Context']) => of };
  builder.queryType({
    fields: (t) => ({ thing: t.field(root), again: t.field({ ...root, nullable: false }) }),
  });
  builder.mutationType({ fields: (t) => ({ thing: t.field(root), again: t.field(root) }) });
  return guarding(builder.toSchema());
}

/** A guard before a field that otherwise shows a property, like the guards of the gateway. */
function guarding(schema: GraphQLSchema): GraphQLSchema {
  const type = schema.getType('Thing');
  const field = isObjectType(type) ? type.getFields()['guarded'] : undefined;
  if (field === undefined) throw new Error('There is a guarded field.');
  field.resolve = () => {
    throw new Error('Not for you.');
  };
  return schema;
}

/** An object names its type, correctly or not, at once or by a promise. */
const typeOf = ({ kind }: Odd): string | Promise<string> => kind;
