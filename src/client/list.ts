import type { Answer } from './call.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The total for the filter. */
  readonly count: number;
  /** The `starting_after` of the next page; null on the last one. */
  readonly next: string | null;
}

/** A list: `for await` walks all of its items, and asks for a page when it gets there. */
export interface List<Item> extends AsyncIterable<Item> {
  /** The page at which the list begins. */
  page(): Promise<Page<Item>>;
  /** Walks its pages. */
  pages(): AsyncGenerator<Page<Item>, void>;
}

type Read<Item> = (query: object) => Promise<Answer<Omit<Page<Item>, 'next'>>>;

export function createList<Item>(read: Read<Item>, query: object = {}): List<Item> {
  const page = async (part: object): Promise<Page<Item>> => {
    const { body, headers } = await read(part);
    return { ...body, next: nextOf(headers) };
  };
  async function* pages() {
    let current = await page(query);
    yield current;
    while (current.next !== null) {
      current = await page({ ...query, offset: null, starting_after: current.next });
      yield current;
    }
  }
  return {
    page: () => page(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
}

/**
 * The cursor of the next page, from the `Link` header. The address there is not used: this machine may not reach it.
 */
function nextOf(headers: Headers): string | null {
  const [, next] = /<([^<>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return next === undefined ? null : new URL(next).searchParams.get('starting_after');
}
