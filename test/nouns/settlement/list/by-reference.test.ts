import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../../support/gateway.ts';

const QUERY = `query ($reference: String!, $partnerId: ID, $first: Int, $after: String) {
  instantSettlementsByReference(reference: $reference, partnerId: $partnerId, first: $first, after: $after) {
    totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`;

let fixture: TestGateway;
let partner: TestPartner;
let other: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  const settings = { review: 'auto', auto_accept: true };
  [partner, other] = [await fixture.partner(settings), await fixture.partner(settings)];
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
});
afterAll(() => fixture.close());

async function accepted(by: TestPartner): Promise<string> {
  const body = settlementBody(await by.completeCustomer('HK'));
  return (await by.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
}

async function paidOut(by: TestPartner, reference: string): Promise<string> {
  const id = await accepted(by);
  await payOut(id, reference);
  return id;
}

async function payOut(id: string, reference: string): Promise<void> {
  const mutation =
    'mutation ($id: ID!, $reference: String!) { disburseInstantSettlement(id: $id, reference: $reference) { id } }';
  expect((await operator.graphql(mutation, { id, reference })).json.errors).toBeUndefined();
}

const find = async (variables: object) =>
  (await operator.graphql(QUERY, variables)).json.data.instantSettlementsByReference;
const idsOf = ({ nodes }: { nodes: readonly { id: string }[] }) => nodes.map(({ id }) => id);
const found = async (reference: string) => idsOf(await find({ reference }));

const change = (id: string, columns: object) =>
  fixture.gateway.database.writes
    .updateTable('instant_settlement')
    .set(columns)
    .where('id', '=', id)
    .execute();

test('operators find payouts of all partners by their whole reference, in pages', async () => {
  const own = await paidOut(partner, 'FT 2026/11 Chan Tai Man');
  const others = await paidOut(other, 'FT 2026/11 Chan Tai Man');
  const asked = { reference: ' FT 2026/11 Chan Tai Man ' };
  const all = await find(asked);
  expect({ ids: idsOf(all), count: all.totalCount }).toEqual({ ids: [others, own], count: 2 });
  expect(idsOf(await find({ ...asked, partnerId: partner.partnerId }))).toEqual([own]);
  const first = await find({ ...asked, first: 1 });
  expect([idsOf(first), first.pageInfo.hasNextPage]).toEqual([[others], true]);
  expect(idsOf(await find({ ...asked, first: 1, after: first.pageInfo.endCursor }))).toEqual([own]);
  for (const reference of ['FT 2026/11', 'FT 2026/11 CHAN TAI MAN', '%'])
    expect(await found(reference)).toEqual([]);
});

test('partners cannot use it, and an empty reference is refused', async () => {
  const { json } = await partner.graphql(QUERY, { reference: 'FT 1' });
  expect(json.errors[0].extensions.code).toBe('permission_denied');
  const empty = await operator.graphql(QUERY, { reference: ' ' });
  expect(empty.json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'reference' });
});

test('a second payout is found by its own reference, and no more by the first one', async () => {
  const id = await paidOut(partner, 'FT first');
  await operator.graphql(`mutation { returnDisbursement(id: "${id}", reason: "it came back") { id } }`);
  expect(await found('FT first')).toEqual([id]);
  await payOut(id, 'FT second');
  expect([await found('FT first'), await found('FT second')]).toEqual([[], [id]]);
});

test('neither the reference nor whether a repayment has the same one can be read in the database', async () => {
  const id = await paidOut(partner, 'FT 7731');
  await operator.graphql(
    `mutation { recordRepayment(id: "${id}", input: { amount: 1, source: TRANSFER, reference: "FT 7731" }) { id } }`,
  );
  const { reads } = fixture.gateway.database;
  const row = await reads
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const paid = await reads
    .selectFrom('repayment')
    .selectAll()
    .where('settlement_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('7731');
  expect(row.disbursement_reference_hash?.split('.').at(-1)).toHaveLength(paid.reference_hash?.length ?? 0);
  expect(row.disbursement_reference_hash).not.toContain(paid.reference_hash);
});

test('a payout that an earlier version recorded is found after the next chores, also beside a damaged one', async () => {
  const damaged = await paidOut(partner, 'FT damaged');
  const id = await paidOut(partner, 'FT earlier');
  await change(id, { disbursement_reference_hash: null });
  await change(damaged, { disbursement_reference: 'no cipher text', disbursement_reference_hash: null });
  expect(await found('FT earlier')).toEqual([]);
  await expect(runHousekeeping(fixture.gateway)).rejects.toThrow(`disbursement_reference/${damaged}`);
  expect(await found('FT earlier')).toEqual([id]);
  await change(damaged, { disbursement_reference: null });
  await expect(runHousekeeping(fixture.gateway)).resolves.toBeUndefined();
});

test('a hash that was copied to another payout does not lead to it', async () => {
  const id = await paidOut(partner, 'FT of one');
  const another = await paidOut(partner, 'FT of another');
  const { reads } = fixture.gateway.database;
  const { disbursement_reference_hash } = await reads
    .selectFrom('instant_settlement')
    .select('disbursement_reference_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await change(another, { disbursement_reference_hash });
  expect(await found('FT of one')).toEqual([id]);
});
