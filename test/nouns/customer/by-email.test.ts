import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

const QUERY = `query ($contactEmail: String!, $partnerId: ID, $first: Int, $after: String) {
  customersByEmail(contactEmail: $contactEmail, partnerId: $partnerId, first: $first, after: $after) {
    totalCount nodes { companyName } pageInfo { hasNextPage endCursor } } }`;

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const other = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const rows = [
    [partner, 'First', 'May.Chan@Harbour.example'],
    [partner, 'Second', 'other@harbour.example'],
    [other, 'Third', 'may.chan@harbour.example'],
  ] as const;
  for (const [owner, company_name, contact_email] of rows)
    await owner.rest('POST', '/v1/customers', customerBody({ company_name, contact_email }));
});
afterAll(() => fixture.close());

const find = async (variables: object) =>
  (await operator.graphql(QUERY, variables)).json.data.customersByEmail;
const namesOf = ({ nodes }: { nodes: readonly { companyName: string }[] }) =>
  nodes.map(({ companyName }) => companyName);

test('operators find customers of all partners by the whole e-mail address, in any case', async () => {
  const all = await find({ contactEmail: ' MAY.chan@harbour.example ' });
  expect({ names: namesOf(all), count: all.totalCount }).toEqual({ names: ['Third', 'First'], count: 2 });
  const own = await find({ contactEmail: 'may.chan@harbour.example', partnerId: partner.partnerId });
  expect({ names: namesOf(own), count: own.totalCount }).toEqual({ names: ['First'], count: 1 });
  expect(namesOf(await find({ contactEmail: 'may.chan@harbour' }))).toEqual([]);
  expect(namesOf(await find({ contactEmail: '%' }))).toEqual([]);
});

test('the list has pages', async () => {
  const asked = { contactEmail: 'may.chan@harbour.example' };
  const first = await find({ ...asked, first: 1 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  expect(namesOf(await find({ ...asked, first: 1, after: first.pageInfo.endCursor }))).toEqual(['First']);
});

test('partners cannot use it', async () => {
  const { json } = await partner.graphql(QUERY, { contactEmail: 'may.chan@harbour.example' });
  expect(json.errors[0].extensions.code).toBe('permission_denied');
});

test('an empty address is refused', async () => {
  const { json } = await operator.graphql(QUERY, { contactEmail: ' ' });
  expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'contactEmail' });
});
