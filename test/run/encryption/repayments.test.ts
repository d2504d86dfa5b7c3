import { expect, test } from 'vitest';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { settlementBody, type TestGateway } from '../../support/gateway.ts';
import { NEW, OLD, openInstallation } from '../../support/installation.ts';

const RECORD = `mutation ($id: ID!, $reference: String!) {
  recordRepayment(id: $id, input: { amount: 100, source: TRANSFER, reference: $reference }) { id }
}`;

/** A settlement with a repayment, one that went back, and a waiver. */
async function populate(fixture: TestGateway) {
  const partner = await fixture.partner({ review: 'auto', auto_accept: true });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer('HK');
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  const id: string = json.funding_id;
  await operator.graphql(`mutation { disburseInstantSettlement(id: "${id}", reference: "p") { id } }`);
  await operator.graphql(RECORD, { id, reference: 'kept' });
  const { json: second } = await operator.graphql(RECORD, { id, reference: 'gone' });
  const gone = second.data.recordRepayment.id;
  await operator.graphql(`mutation { reverseRepayment(id: "${gone}", reason: "it bounced") { id } }`);
  await operator.graphql(`mutation { waiveFee(id: "${id}", amount: 7, reason: "goodwill") { id } }`);
  return { id, partner: partner.apiKey, operator: operator.apiKey };
}

test('a rotation of the secret keeps the reference of a payout, also if its row was written during the rotation', async () => {
  await using installation = await openInstallation();
  const before = await installation.open(OLD);
  const { id, operator } = await populate(before);
  await before.close();
  const query = '{ found: instantSettlementsByReference(reference: "p") { nodes { id } } }';
  const found = async (fixture: TestGateway) =>
    (await fixture.withKey(operator).graphql(query)).json.data.found.nodes;
  const during = await installation.open(NEW, OLD);
  expect(await found(during)).toEqual([{ id }]);
  await during.withKey(operator).graphql(RECORD, { id, reference: 'during' });
  await during.close();
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  const rotated = await installation.cli([NEW, OLD], 'encryption', 'rotate', '--json');
  expect(rotated.json).toMatchObject({ left: 0, old_keys: [{ removable: true }] });
  const after = await installation.open(NEW);
  expect(await found(after)).toEqual([{ id }]);
  await after.close();
});

test('a rotation of the secret keeps the reference of a repayment that went back before it, under the new secret', async () => {
  await using installation = await openInstallation();
  const before = await installation.open(OLD);
  const { id, operator } = await populate(before);
  const { json } = await before.withKey(operator).graphql(RECORD, { id, reference: 'bounces' });
  await before.close();
  const during = await installation.open(NEW, OLD);
  const reverse = 'mutation ($id: ID!) { reverseRepayment(id: $id, reason: "it bounced") { id } }';
  await during.withKey(operator).graphql(reverse, { id: json.data.recordRepayment.id });
  await during.close();
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  await installation.cli([NEW, OLD], 'encryption', 'rotate', '--json');
  const after = await installation.open(NEW);
  const query = '{ repayments(filter: { reference: "bounces" }) { nodes { id status } } }';
  const found = await after.withKey(operator).graphql(query);
  expect(found.json.data.repayments.nodes).toEqual([
    { id: json.data.recordRepayment.id, status: 'REVERSED' },
  ]);
  await after.close();
});

test('a rotation of the secret keeps repayments, their references and the journal', async () => {
  await using installation = await openInstallation();
  const before = await installation.open(OLD);
  const { id, ...keys } = await populate(before);
  const looks = async (fixture: TestGateway) => {
    const [partner, operator] = [fixture.withKey(keys.partner), fixture.withKey(keys.operator)];
    const journal = `{ journal(filter: { fundingId: "${id}" }) { nodes { entryId reason legs { account amount } } } }`;
    const list = `/v1/instant-settlements/${id}/repayments`;
    return {
      all: (await partner.rest('GET', list)).json,
      named: (await partner.rest('GET', `${list}?reference=kept`)).json.count,
      servicing: (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json.servicing,
      journal: (await operator.graphql(journal)).json.data.journal.nodes,
    };
  };
  const seen = await looks(before);
  expect([seen.all.count, seen.named, seen.servicing.paid, seen.journal.length]).toEqual([2, 1, 100, 5]);
  await before.close();
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  const rotated = await installation.cli([NEW, OLD], 'encryption', 'rotate', '--json');
  expect(rotated.json).toMatchObject({ left: 0, old_keys: [{ removable: true }] });

  const after = await installation.open(NEW);
  expect(await looks(after)).toEqual(seen);
  const again = await after.withKey(keys.operator).graphql(RECORD, { id, reference: 'kept' });
  expect(again.json.errors?.[0].extensions.code).toBe('repayment_duplicate');
  await checkpointAll(after);
  expect((await verify(after)).findings).toEqual([]);
  await after.close();
});
