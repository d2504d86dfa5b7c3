import { settlementBody, type TestGateway, type TestPartner } from '../../support/gateway.ts';

/** A Wednesday, 08:00 in Hong Kong. */
export const NOW = new Date('2026-01-28T00:00:00Z');

interface Made {
  readonly funding_id: string;
  readonly status: string;
  readonly denial_reason: string | null;
  readonly offer_expires_at: string | null;
}

type Body = Readonly<Record<string, unknown>>;

/** What a partner asks for in these tests, by one API. */
interface Api {
  readonly create: (partner: TestPartner, body: Body) => Promise<Made>;
  readonly advance: (partner: TestPartner, period: string) => Promise<readonly string[]>;
}

export const CREATE = `mutation ($input: CreateInstantSettlementInput!) {
  createInstantSettlement(input: $input) { id status denialReason offerExpiresAt }
}`;
const ADVANCE = `mutation ($period: String!) {
  sandboxAdvanceClock(input: { advance: $period }) { events { type createdAt } }
}`;
export const inCamelCase = (body: Body) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

export const APIS = {
  REST: {
    create: async (partner: TestPartner, body: Body): Promise<Made> =>
      (await partner.rest('POST', '/v1/instant-settlements', body)).json,
    async advance(partner: TestPartner, period: string): Promise<readonly string[]> {
      const { json } = await partner.rest('POST', '/v1/sandbox/clock', { advance: period });
      return json.events.map(
        (event: { type: string; created_at: string }) => `${event.created_at} ${event.type}`,
      );
    },
  },
  GraphQL: {
    async create(partner: TestPartner, body: Body): Promise<Made> {
      const { json } = await partner.graphql(CREATE, { input: inCamelCase(body) });
      const { id, status, denialReason, offerExpiresAt } = json.data.createInstantSettlement;
      return {
        funding_id: id,
        status: status.toLowerCase(),
        denial_reason: denialReason?.toLowerCase() ?? null,
        offer_expires_at: offerExpiresAt,
      };
    },
    async advance(partner: TestPartner, period: string): Promise<readonly string[]> {
      const { json } = await partner.graphql(ADVANCE, { period });
      return json.data.sandboxAdvanceClock.events.map(
        ({ type, createdAt }: { type: string; createdAt: string }) =>
          `${createdAt} ${type.toLowerCase().replace('_', '.')}`,
      );
    },
  },
} as const satisfies Readonly<Record<string, Api>>;

export const stateOf = async (partner: TestPartner, id: string) =>
  (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json;

/** A request of a new partner, whose customer's KYC is complete. */
export async function request(
  gateway: TestGateway,
  { create }: Api,
  amount: number,
  settings: Readonly<Record<string, unknown>> = {},
) {
  const partner = await gateway.partner(settings);
  const customer = await partner.completeCustomer();
  const made = await create(partner, { ...settlementBody(customer), amount });
  return { partner, customer, made, id: made.funding_id };
}
