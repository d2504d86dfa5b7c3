import { type Answer, openTestGateway, type TestGateway } from './gateway.ts';

export type OperatorFixture = Awaited<ReturnType<typeof openOperatorFixture>>;

const PARTNER = `id name review autoAccept accountRates currencies offerValidDays autoLimit { currency amount } unknownInput createdAt updatedAt
  interestRate { default bands { currency periodDaysMax rate } }`;
const KEY = 'id partnerId name prefix role scopes createdAt lastUsedAt expiresAt revokedAt successorId';
const NEW_KEY = `apiKey key { ${KEY} }`;

export const documents = {
  createPartner: `mutation ($input: CreatePartnerInput!) {
    createPartner(input: $input) { partner { ${PARTNER} } key { ${NEW_KEY} } } }`,
  updatePartner: `mutation ($id: ID!, $input: UpdatePartnerInput!) {
    updatePartner(id: $id, input: $input) { ${PARTNER} } }`,
  partner: `query ($id: ID!) { partner(id: $id) { ${PARTNER} } }`,
  partners: `query ($first: Int, $after: String, $last: Int, $before: String, $filter: PartnerFilter) {
    partners(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount nodes { id name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  createApiKey: `mutation ($partnerId: ID!, $input: CreateApiKeyInput) {
    createApiKey(partnerId: $partnerId, input: $input) { ${NEW_KEY} } }`,
  rotateApiKey: `mutation ($id: ID!, $overlapSeconds: Int) {
    rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) { ${NEW_KEY} } }`,
  revokeApiKey: `mutation ($id: ID!) { revokeApiKey(id: $id) { ${KEY} } }`,
  apiKeys: `query ($partnerId: ID!, $first: Int, $after: String) {
    apiKeys(partnerId: $partnerId, first: $first, after: $after) {
      totalCount nodes { ${KEY} } pageInfo { hasNextPage endCursor } } }`,
};

/** A gateway whose clock only the test moves, and an operator who calls it. */
export async function openOperatorFixture(environment: NodeJS.ProcessEnv = {}) {
  let now = new Date('2026-03-04T05:06:07Z');
  const fixture = await openTestGateway(environment, () => now);
  const home = await fixture.partner({ name: 'Home of the operator' });
  const operator = await fixture.key(home.partnerId, { role: 'operator' });

  const ask = (name: keyof typeof documents, variables: unknown = {}, headers = {}): Promise<Answer> =>
    operator.graphql(documents[name], variables, headers);

  return {
    fixture,
    operator,
    ask,
    /** The result of the root field; throws where it is refused. */
    async get(name: keyof typeof documents, variables: unknown = {}, headers = {}) {
      const { json } = await ask(name, variables, headers);
      if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
      return json.data[name];
    },
    /** The code of the refusal, and the field that it names. */
    async refusal(name: keyof typeof documents, variables: unknown = {}) {
      const { json } = await ask(name, variables);
      const { code, param = null } = json.errors[0].extensions;
      return { code, param };
    },
    events: (subject: string) => eventsOf(fixture, subject),
    /** The answer of REST to a key: 200, or the code of its refusal. */
    async greets(apiKey: string): Promise<unknown> {
      const { status, json } = await fixture.withKey(apiKey).rest('GET', '/v1/customers');
      return status === 200 ? 200 : json.error.code;
    },
    passSeconds(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000);
    },
  };
}

async function eventsOf({ gateway }: TestGateway, subject: string) {
  const rows = await gateway.database.reads
    .selectFrom('event')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('sequence')
    .execute();
  return rows.map(({ type, actor, data }) => ({ type, actor, data: JSON.parse(data) }));
}
