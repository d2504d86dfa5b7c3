import type { z } from 'zod';
import type { IdPrefix } from '../../kernel/id.ts';
import type { ListLength, Page } from '../../kernel/page.ts';
import type { Ids, Query } from '../operation.ts';
import type { Builder } from './builder.ts';
import { type Connection, connectionOf } from './connection.ts';
import { byPartner, runs } from './field-facts.ts';
import type { listFilter } from './list-filter.ts';
import { listArguments, type PageArguments, pageArgs, pageArguments } from './page-arguments.ts';
import type { RequestContext } from './request-context.ts';
import { runQuery } from './run-operation.ts';

interface ListReads<
  RunIds extends Ids,
  Input extends z.ZodObject,
  CountInput extends z.ZodType,
  Subject,
  Item extends object,
  Length extends ListLength,
> {
  readonly prefix: IdPrefix;
  readonly list: Query<RunIds, Input, Subject, Page<Item>>;
  /** Absent for a list that is not counted. */
  readonly count?: Query<RunIds, CountInput, Subject, Length>;
  readonly filter: ReturnType<typeof listFilter>;
  /** The ids of both operations, for the partner whose records are asked for; null for all. */
  readonly idsOf: (owner_id: string | null) => RunIds;
  /** The id of an item, which is its cursor. */
  readonly idOf: (item: Item) => string;
}

/**
 * The options of a root field that is a list with a filter, beside its type and description:
 * `t.field({ type, description, ...listField(builder, reads) })`.
 */
export function listField<
  RunIds extends Ids,
  Input extends z.ZodObject,
  CountInput extends z.ZodType,
  Subject,
  Item extends object,
  Length extends ListLength,
>(
  builder: Builder,
  { prefix, list, count, filter, idsOf, idOf }: ListReads<RunIds, Input, CountInput, Subject, Item, Length>,
) {
  const { validate, refusalOf } = listArguments(prefix, list);
  return {
    args: builder.args((t) => ({ ...pageArgs(t), filter: t.field(filter.argument) })),
    validate,
    extensions: {
      ...(count === undefined ? runs(list) : runs(list, count)),
      ...(filter.isByPartner && byPartner()),
      refusalOf,
    },
    async resolve(
      _root: unknown,
      args: PageArguments & { readonly filter?: unknown },
      context: RequestContext,
    ): Promise<Connection> {
      const { owner_id, filters } = filter.read(args.filter);
      const ids = idsOf(owner_id);
      const page = await runQuery(context, list, { ids, input: { ...pageArguments(args), ...filters } });
      return connectionOf(page, idOf, count ? () => runQuery(context, count, { ids, input: filters }) : null);
    },
  } as const;
}
