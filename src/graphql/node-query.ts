import { getCustomer } from '../customer/customer.operations.ts';
import { getDocument } from '../document/document.operations.ts';
import type { Builder } from '../graphql-kit/builder.ts';
import { type NodePrefix, type NodeType, prefixOf } from '../graphql-kit/node.ts';
import { runs } from '../graphql-kit/field-facts.ts';
import { queryOrNull } from '../graphql-kit/run-operation.ts';
import type { RequestContext } from '../graphql-kit/request-context.ts';
import { getInstantSettlement } from '../settlement/settlement.operations.ts';

const find: Readonly<Record<NodePrefix, (context: RequestContext, id: string) => Promise<object | null>>> = {
  cus: (context, id) => queryOrNull(context, getCustomer, { customer_id: id }),
  doc: (context, id) => queryOrNull(context, getDocument, { document_id: id, customer_id: null }),
  fun: (context, id) => queryOrNull(context, getInstantSettlement, { funding_id: id, customer_id: null }),
};

/** `node(id)`: whatever has that id. */
export function defineNodeQuery(builder: Builder, node: NodeType): void {
  builder.queryField('node', (t) =>
    t.field({
      type: node,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      extensions: runs(getCustomer, getDocument, getInstantSettlement),
      resolve: (_root, { id }, context) => {
        const prefix = prefixOf(id);
        return prefix === null ? null : find[prefix](context, id);
      },
    }),
  );
}
