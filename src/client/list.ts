import type { CallResponse } from './call.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of all items that match the filter. */
  readonly count: number;
  /** True if more items match the filter than `count`, because the gateway counted no further. */
  readonly count_is_at_least?: true;
  /** The `starting_after` of the next page; null on the last one. */
  readonly next: string | null;
}

/** A list. `for await` walks all its items, and requests each page when it gets there. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The page at which the list begins. */
  page(): Promise<Page<Item>>;
  /** Walks its pages. */
  pages(): AsyncGenerator<Page<Item>, void>;
}

type Read<Item> = (query: object) => Promise<CallResponse<Omit<Page<Item>, 'next'>>>;

/** A list. If the signal is aborted, its walk throws the reason at once, even within a page. */
export function createList<Item>(read: Read<Item>, query: object, signal: AbortSignal): List<Item> {
  const page = async (part: object): Promise<Page<Item>> => {
    const { body, headers } = await read(part);
    return { ...body, next: nextOf(headers) };
  };
  async function* pages() {
    for (let part: object | null = query; part !== null;) {
      const current: Page<Item> = await page(part);
      yield current;
      part = current.next === null ? null : { ...query, offset: null, starting_after: current.next };
    }
  }
  return {
    page: () => page(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages())
        for (const item of items) {
          signal.throwIfAborted();
          yield item;
        }
    },
  };
}

/**
 * The cursor of the next page, from the `Link` header. The address in the header is not used, because this machine may
 * not reach it.
 */
function nextOf(headers: Headers): string | null {
  const [, next] = /<([^<>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return next === undefined ? null : new URL(next).searchParams.get('starting_after');
}
