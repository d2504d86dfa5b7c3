import type { TestPartner } from '../../support/gateway.ts';

export interface ListApi {
  /** Path of the list on REST. */
  readonly path: string;
  /** Field of the list in GraphQL. */
  readonly field: string;
  readonly idOf: string;
}

export const CUSTOMERS: ListApi = { path: '/v1/customers', field: 'customers', idOf: 'customer_id' };
export const SETTLEMENTS: ListApi = {
  path: '/v1/instant-settlements',
  field: 'instantSettlements',
  idOf: 'funding_id',
};

type Filter = Readonly<Record<string, string>>;
/** Called between two pages. */
type Between = () => Promise<unknown>;
const nothing: Between = async () => null;

interface Walk {
  readonly ids: readonly string[];
  /** The total that each page showed. */
  readonly counts: readonly number[];
}

const idsOf = (items: readonly Record<string, string>[], name: string): string[] =>
  items.map((item) => item[name] ?? '');

export async function walkByOffset(partner: TestPartner, list: ListApi, limit: number, filter: Filter = {}) {
  const ids: string[] = [];
  const counts: number[] = [];
  for (;;) {
    const query = new URLSearchParams({ ...filter, limit: `${limit}`, offset: `${ids.length}` });
    const { json } = await partner.rest('GET', `${list.path}?${query}`);
    counts.push(json.count);
    if (json.items.length === 0) return { ids, counts } satisfies Walk;
    ids.push(...idsOf(json.items, list.idOf));
  }
}

/** Follows the `Link` header until there is none. */
export async function walkByLink(
  partner: TestPartner,
  list: ListApi,
  { limit, filter = {}, between = nothing }: { limit: number; filter?: Filter; between?: Between },
): Promise<Walk> {
  const ids: string[] = [];
  const counts: number[] = [];
  let path = `${list.path}?${new URLSearchParams({ ...filter, limit: `${limit}` })}`;
  for (;;) {
    const { json, headers } = await partner.rest('GET', path);
    ids.push(...idsOf(json.items, list.idOf));
    counts.push(json.count);
    const next = /^<http:\/\/gateway\.test(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    if (next === undefined) return { ids, counts };
    path = next;
    await between();
  }
}

/** Follows the cursors of GraphQL, from the newest on or from the oldest. */
export async function walkByCursor(
  partner: TestPartner,
  list: ListApi,
  {
    size,
    from,
    filter = '{}',
    between = nothing,
  }: { size: number; from: 'newest' | 'oldest'; filter?: string; between?: Between },
): Promise<Walk> {
  const pages: (readonly string[])[] = [];
  const counts: number[] = [];
  let cursor: string | null = null;
  for (;;) {
    const bounds: string =
      from === 'newest' ? `first: ${size}, after: $cursor` : `last: ${size}, before: $cursor`;
    const query = `query ($cursor: String) { ${list.field}(${bounds}, filter: ${filter}) {
      totalCount edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } }`;
    const { json } = await partner.graphql(query, { cursor });
    const { edges, pageInfo, totalCount } = json.data[list.field];
    pages.push(edges.map(({ node }: { node: { id: string } }) => node.id));
    counts.push(totalCount);
    const more: boolean = from === 'newest' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    if (!more) break;
    cursor = from === 'newest' ? pageInfo.endCursor : pageInfo.startCursor;
    await between();
  }
  return { ids: (from === 'newest' ? pages : pages.toReversed()).flat(), counts };
}
