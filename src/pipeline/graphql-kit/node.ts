import { isInterfaceType } from 'graphql';
import type { z } from 'zod';
import { idNameOf, NODES, type NodePrefix } from '../../kernel/nouns.ts';
import type { Ids, Query } from '../operation.ts';
import { idOf } from './arguments.ts';
import type { Builder } from './builder.ts';
import { runs } from './field-facts.ts';
import type { RequestContext } from './request-context.ts';
import type { Requirement } from './requirement.ts';
import { queryOrNull } from './run-operation.ts';
import { interfaceNamed } from './object.ts';

/** The most specific noun first. A view also has the ids of its parents, which come earlier in the table. */
const ROWS = NODES.toReversed();

export const NodeInterface = interfaceNamed<object>('Node');

/** The `Node` interface: every type with its own id. */
export function defineNode(builder: Builder): void {
  builder.interfaceType(NodeInterface, {
    description: 'A record that `node` finds by its id.',
    resolveType: (view, context, info) => {
      const { type: name } = identified(view);
      const type = info.schema.getType(name);
      return isInterfaceType(type) ? type.resolveType?.(view, context, info, type) : name;
    },
    fields: (t) => ({
      id: t.id({
        description: 'The id that REST shows, such as cus_...',
        resolve: (view) => identified(view).id,
      }),
    }),
  });
}

/** How `node(id)` finds the nodes of one prefix. */
export interface NodeFinder<View extends object = object> {
  readonly prefix: NodePrefix;
  readonly operation: Requirement;
  find(context: RequestContext, id: string): Promise<View | null>;
}

/** Finds the nodes of a prefix by a query operation. */
export function nodeFinder<RunIds extends Ids, Schema extends z.ZodType, Subject, View extends object>(
  prefix: NodePrefix,
  operation: Query<RunIds, Schema, Subject, View>,
  idsOf: (id: string) => RunIds,
): NodeFinder<View> {
  return { prefix, operation, find: (context, id) => queryOrNull(context, operation, idsOf(id)) };
}

/**
 * The options of a root field that finds a record by its id, null if there is none: `t.field({ type, description,
 * ...foundById(builder, customerNode) })`.
 */
export function foundById<View extends object>(
  builder: Builder,
  { prefix, operation, find }: NodeFinder<View>,
) {
  return {
    nullable: true,
    args: builder.args((t) => ({ id: t.id(idOf(idNameOf(prefix))) })),
    extensions: runs(operation),
    resolve: (_root: unknown, { id }: { readonly id: string }, context: RequestContext) => find(context, id),
  } as const;
}

function identified(view: object): { readonly type: string; readonly id: string } {
  for (const { node, id: member } of ROWS) {
    const id: unknown = Reflect.get(view, member);
    if (typeof id === 'string') return { type: node, id };
  }
  throw new Error('A node has no id.');
}
