import type { Page } from '../../kernel/page.ts';
import { type Connection, connectionOf } from './connection.ts';
import type { pageArguments } from './page-arguments.ts';
import { defineLoader } from './loader.ts';
import type { RequestContext } from './request-context.ts';

/** Page arguments and filters, as the input of a list operation. */
type PageInput = ReturnType<typeof pageArguments> & Readonly<Record<string, unknown>>;
type OfParents<Value> = (
  context: RequestContext,
  input: Readonly<Record<string, unknown>>,
  parentIds: readonly string[],
) => Promise<ReadonlyMap<string, Value | Error>>;

interface NestedPage<Item extends object> {
  readonly pages: OfParents<Page<Item>>;
  readonly totals: OfParents<number>;
  readonly idOf: (item: Item) => string;
}

const EMPTY = { rows: [], hasOlder: false, hasNewer: false };

/**
 * A list inside each item of another list, such as the settlements of each customer. The pages of all parents are
 * loaded in one query, and their totals in another.
 */
export function defineNestedPage<Item extends object>({ pages, totals, idOf }: NestedPage<Item>) {
  const loadersFor = (input: PageInput) => {
    const { limit: _limit, starting_after: _after, ending_before: _before, from: _from, ...filters } = input;
    return {
      pageOf: defineLoader((context, ids) => pages(context, input, ids)),
      totalOf: defineLoader((context, ids) => totals(context, filters, ids)),
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
    return connectionOf(page, idOf, async () => (await totalOf(context, parentId)) ?? 0);
  };
}
