import type { Builder } from './builder.ts';

/** The GraphQL type of a resource, by the prefix of its id. */
const TYPE_OF_PREFIX = { cus: 'Customer', doc: 'Document', fun: 'InstantSettlement' } as const;
export type NodePrefix = keyof typeof TYPE_OF_PREFIX;

/** The members that can hold the id of a view, the most specific first: a document has a `customer_id` too. */
const ID_MEMBERS = ['funding_id', 'document_id', 'customer_id'] as const;

/** The `Node` interface: every type with an id of its own. */
export function defineNode(builder: Builder) {
  return builder.interfaceRef<object>('Node').implement({
    resolveType: (view) => TYPE_OF_PREFIX[prefixOf(idOf(view)) ?? 'cus'],
    fields: (t) => ({ id: t.id({ resolve: idOf }) }),
  });
}

export type NodeType = ReturnType<typeof defineNode>;

/** The prefix of an id; null where no node type has it. */
export function prefixOf(id: string): NodePrefix | null {
  const prefix = id.slice(0, id.indexOf('_'));
  return isNodePrefix(prefix) ? prefix : null;
}

const isNodePrefix = (prefix: string): prefix is NodePrefix => Object.hasOwn(TYPE_OF_PREFIX, prefix);

function idOf(view: object): string {
  const id: unknown = ID_MEMBERS.map((member) => Reflect.get(view, member)).find(
    (value) => value !== undefined,
  );
  if (typeof id !== 'string') throw new Error('A node has no id.');
  return id;
}
