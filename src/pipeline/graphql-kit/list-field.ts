import type { z } from 'zod';
import { type IdNameOf, idNameOf, type IdPrefix } from '../../kernel/nouns.ts';
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
  Prefix extends IdPrefix,
  RunIds extends Ids,
  Input extends z.ZodObject,
  CountInput extends z.ZodType,
  Subject,
  Item extends Readonly<Record<IdNameOf<Prefix>, string>>,
  Length extends ListLength,
> {
  /** The prefix of the ids of the items. These ids are the cursors. */
  readonly prefix: Prefix;
  readonly list: Query<RunIds, Input, Subject, Page<Item>>;
  /** Absent for a list that is not counted. */
  readonly count?: Query<RunIds, CountInput, Subject, Length>;
  readonly filter: ReturnType<typeof listFilter>;
  /** The ids of both operations, for the partner whose records are asked for; null for all. */
  readonly idsOf: (owner_id: string | null) => RunIds;
}

/**
 * The options of a root field that is a list with a filter, beside its type and description:
 * `t.field({ type, description, ...listField(builder, reads) })`.
 */
export function listField<
  Prefix extends IdPrefix,
  RunIds extends Ids,
  Input extends z.ZodObject,
  CountInput extends z.ZodType,
  Subject,
  Item extends Readonly<Record<IdNameOf<Prefix>, string>>,
  Length extends ListLength,
>(
  builder: Builder,
  { prefix, list, count, filter, idsOf }: ListReads<Prefix, RunIds, Input, CountInput, Subject, Item, Length>,
) {
  const { validate, refusalOf } = listArguments(prefix, list);
  const idName = idNameOf(prefix);
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
      return connectionOf(
        page,
        idName,
        count ? () => runQuery(context, count, { ids, input: filters }) : null,
      );
    },
  } as const;
}
