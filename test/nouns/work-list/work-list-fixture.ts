import { openTestGateway, settlementBody, type TestPartner } from '../../support/gateway.ts';

/** Larger than any queue of the tests. */
const PAGES_MAX = 100;
const START = new Date('2026-03-02T09:00:00Z');

export type WorkListFixture = Awaited<ReturnType<typeof openWorkListFixture>>;

/** An operator, and a clock that only the test moves. */
export async function openWorkListFixture() {
  let now = START;
  const fixture = await openTestGateway({}, () => now);
  const home = await fixture.partner();
  const operator = await fixture.key(home.partnerId, { role: 'operator' });

  /** A partner with these settings and a customer to be funded. */
  async function funded(settings: Readonly<Record<string, unknown>> = {}) {
    const partner = await fixture.partner(settings);
    const customerId = await partner.completeCustomer('HK');
    const ask = async (currency = 'HKD', amount?: number): Promise<string> => {
      const body = settlementBody(customerId, { currency, ...(amount !== undefined && { amount }) });
      return (await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
    };
    const decide = (id: string, type: 'accept' | 'reject') =>
      partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type, reason: 'because' });
    return { ...partner, customerId, ask, decide };
  }

  return {
    ...fixture,
    operator,
    funded,
    now: () => `${now.toISOString().slice(0, 19)}Z`,
    later(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

interface Page {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
  readonly endCursor: string | null;
  readonly startCursor: string | null;
}

/** One page of a queue, e.g. `pageOf(operator, 'lapsingOffers', 'first: 2, filter: { currency: "HKD" }')`. */
export async function pageOf(
  caller: Pick<TestPartner, 'graphql'>,
  queue: string,
  args = 'first: 100',
): Promise<Page> {
  const { json } = await caller.graphql(`{ workList { ${queue}(${args}) {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } }`);
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  const { totalCount, nodes, pageInfo } = json.data.workList[queue];
  return { ids: nodes.map(({ id }: { id: string }) => id), totalCount, pageInfo, ...pageInfo };
}

/** Walks a queue from its start or from its end, and does something between two pages. */
export async function walk(
  caller: Pick<TestPartner, 'graphql'>,
  queue: string,
  {
    size = 3,
    filter = '{}',
    order = 'URGENT',
    from = 'start',
    between = async () => {},
  }: {
    size?: number;
    filter?: string;
    order?: string;
    from?: 'start' | 'end';
    between?: () => Promise<void>;
  } = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const [count, bound] = from === 'start' ? ['first', 'after'] : ['last', 'before'];
    const at: string = cursor === null ? '' : `, ${bound}: "${cursor}"`;
    const page: Page = await pageOf(
      caller,
      queue,
      `${count}: ${size}${at}, filter: ${filter}${order === 'URGENT' ? '' : `, order: ${order}`}`,
    );
    if (from === 'start') ids.push(...page.ids);
    else ids.unshift(...page.ids);
    const more = from === 'start' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage;
    if (!more) return ids;
    cursor = from === 'start' ? page.endCursor : page.startCursor;
    await between();
  }
  throw new Error('The queue has no end.');
}
