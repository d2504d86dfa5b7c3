import type { ListLength, Page } from '../../kernel/page.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { type Connection, queueConnectionOf } from '../../pipeline/graphql-kit/connection.ts';
import type { Selected } from '../../pipeline/graphql-kit/list-filter.ts';
import { type PageArguments, queueArguments } from '../../pipeline/graphql-kit/page-arguments.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import type { Queued } from '../../pipeline/rows/find-queue.ts';

export const workListRef = (builder: Builder) => builder.objectRef<object>('WorkList');
export type WorkListType = ReturnType<ReturnType<typeof workListRef>['implement']>;

interface QueueInput {
  readonly ids: { readonly owner_id: string | null };
  readonly input: Readonly<Record<string, unknown>>;
}

/** The two operations of a queue. */
export interface QueueReads {
  readonly page: (context: RequestContext, query: QueueInput) => Promise<Page<Queued<object>>>;
  readonly total: (context: RequestContext, query: QueueInput) => Promise<ListLength>;
}

/** A page of a queue as a connection. `order` is part of the page and not of the total. */
export async function queuePage(
  context: RequestContext,
  { page, total }: QueueReads,
  args: PageArguments,
  { filters, ...ids }: Selected,
  order: Readonly<Record<string, unknown>> = {},
): Promise<Connection> {
  const input = { ...queueArguments(args), ...filters, ...order };
  return queueConnectionOf(await page(context, { ids, input }), () =>
    total(context, { ids, input: filters }),
  );
}
