import type { z } from 'zod';
import type { ListLength, Page } from '../../kernel/page.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { type Connection, queueConnectionOf } from '../../pipeline/graphql-kit/connection.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import type { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import {
  type PageArguments,
  pageArgs,
  queueArguments,
  queueArgumentsSchema,
} from '../../pipeline/graphql-kit/page-arguments.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { Query } from '../../pipeline/operation.ts';
import type { Queued, QueueKind } from '../../pipeline/rows/find-queue.ts';

export const workListRef = (builder: Builder) => builder.objectRef<object>('WorkList');
export type WorkListType = ReturnType<ReturnType<typeof workListRef>['implement']>;

type QueueIds = { readonly owner_id: string | null };

/** What a queue reads: its two operations, and the kinds of its cursors. */
interface QueueReads<
  ListInput extends z.ZodType,
  CountInput extends z.ZodType,
  Subject,
  Item extends object,
  Length extends ListLength,
> {
  readonly kinds: readonly QueueKind[];
  readonly list: Query<QueueIds, ListInput, Subject, Page<Queued<Item>>>;
  readonly count: Query<QueueIds, CountInput, Subject, Length>;
  readonly filter: ReturnType<typeof listFilter>;
}

interface QueueArguments extends PageArguments {
  readonly filter?: unknown;
  readonly order?: unknown;
}

/**
 * The options of a field that is a queue, beside its type, description and arguments. `order` is part of the page and
 * not of the total.
 */
export function queueField<
  ListInput extends z.ZodType,
  CountInput extends z.ZodType,
  Subject,
  Item extends object,
  Length extends ListLength,
>({ kinds, list, count, filter }: QueueReads<ListInput, CountInput, Subject, Item, Length>) {
  return {
    validate: { schema: queueArgumentsSchema(...kinds) },
    extensions: runs(list, count),
    async resolve(_root: unknown, args: QueueArguments, context: RequestContext): Promise<Connection> {
      const { filters, ...ids } = filter.read(args.filter);
      const order = args.order === null || args.order === undefined ? {} : { order: args.order };
      const page = await runQuery(context, list, {
        ids,
        input: { ...queueArguments(args), ...filters, ...order },
      });
      return queueConnectionOf(page, () => runQuery(context, count, { ids, input: filters }));
    },
  } as const;
}

/** The arguments of a queue. */
export const queueArgs = (builder: Builder, { argument }: ReturnType<typeof listFilter>) =>
  builder.args((t) => ({ ...pageArgs(t), filter: t.field(argument) }));
