import type { z } from 'zod';
import type { Page } from '../../kernel/page.ts';
import type { Ids, Query } from '../operation.ts';
import { type Connection, connectionOf } from './connection.ts';
import type { pageArguments } from './page-arguments.ts';
import { loaderOf } from './list-loader.ts';
import type { RequestContext } from './request-context.ts';

/** Page arguments and filters, as the input of a list operation. */
type PageInput = ReturnType<typeof pageArguments> & Readonly<Record<string, unknown>>;

interface NestedPage<
  Input extends z.ZodType,
  CountInput extends z.ZodType,
  Subject,
  IdName extends string,
  Item extends Readonly<Record<IdName, string>>,
> {
  /** The pages of several parents, by the id of each, and their totals. */
  readonly list: Query<Ids, Input, Subject, ReadonlyMap<string, Page<Item>>>;
  readonly count: Query<Ids, CountInput, Subject, ReadonlyMap<string, number>>;
  /** The member of both inputs that has the ids of the parents. */
  readonly parents: string;
  /** The member of an item that has its id. */
  readonly idName: IdName;
}

const EMPTY = { rows: [], hasOlder: false, hasNewer: false };

/**
 * A list inside each item of another list, such as the settlements of each customer. The pages of all parents are
 * loaded in one query, and their totals in another.
 */
export function defineNestedPage<
  Input extends z.ZodType,
  CountInput extends z.ZodType,
  Subject,
  IdName extends string,
  Item extends Readonly<Record<IdName, string>>,
>({ list, count, parents, idName }: NestedPage<Input, CountInput, Subject, IdName, Item>) {
  const loadersFor = (input: PageInput) => {
    const { limit: _limit, starting_after: _after, ending_before: _before, from: _from, ...filters } = input;
    return {
      pageOf: loaderOf(list, parents, input),
      totalOf: loaderOf(count, parents, filters),
    };
  };
  /** A pair of loaders for each set of arguments in a request, because two aliases may ask for different pages. */
  const loaders = new WeakMap<RequestContext, Map<string, ReturnType<typeof loadersFor>>>();

  return async (context: RequestContext, parentId: string, input: PageInput): Promise<Connection> => {
    const known = loaders.get(context) ?? new Map<string, ReturnType<typeof loadersFor>>();
    loaders.set(context, known);
    const name = JSON.stringify(input);
    const { pageOf, totalOf } = known.get(name) ?? loadersFor(input);
    known.set(name, { pageOf, totalOf });
    const page = (await pageOf(context, parentId)) ?? EMPTY;
    return connectionOf(page, idName, async () => (await totalOf(context, parentId)) ?? 0);
  };
}
