import type { Builder } from './builder.ts';

/** Which type of node an id is of, by its prefix. */
const TYPE_OF_PREFIX = { cus: 'Customer', doc: 'Document', fun: 'InstantSettlement' } as const;
export type NodePrefix = keyof typeof TYPE_OF_PREFIX;

/** The members that hold the ids of views, the more telling ones first: a document names its customer too. */
const ID_MEMBERS = ['funding_id', 'document_id', 'customer_id'] as const;

/** Whatever has an id of its own. */
export function defineNode(builder: Builder) {
  return builder.interfaceRef<object>('Node').implement({
    resolveType: (view) => TYPE_OF_PREFIX[prefixOf(idOf(view)) ?? 'cus'],
    fields: (t) => ({ id: t.id({ resolve: idOf }) }),
  });
}

export type NodeType = ReturnType<typeof defineNode>;

/** The kind of node that an id names; null where it names none. */
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
