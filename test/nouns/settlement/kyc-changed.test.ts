import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerBody, kycBody } from '../../support/gateway.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
beforeEach(() => stages.partner.upload(stages.customerId, 'nar1'));
afterAll(() => stages.close());

let names = 0;
/** Changes the text of the record. */
const changeText = () => {
  names += 1;
  const body = kycBody({ legal_name: `Harbour ${names} Limited` });
  return stages.partner.rest('PUT', `/v1/kyc/hk/${stages.customerId}`, body);
};
const requestDocument = () =>
  stages.operator.graphql(
    'mutation ($id: ID!) { requestDocument(customerId: $id, type: NAR1, reason: "cut off") { status } }',
    { id: stages.customerId },
  );

async function revision(): Promise<number> {
  const query = `{ kyc(customerId: "${stages.customerId}") { ... on Kyc { revision } } }`;
  return (await stages.partner.graphql(query)).json.data.kyc.revision;
}

const DISBURSE = `mutation ($id: ID!, $confirm: Int) {
  disburseInstantSettlement(id: $id, reference: "payment 7", confirmKycRevision: $confirm) {
    status approvedKycRevision kycChanged
  }
}`;
/** The answer of the disbursement, or the code of its error. */
async function disburse(id: string, confirm: number | null = null) {
  const { json } = await stages.operator.graphql(DISBURSE, { id, confirm });
  return json.errors === undefined ? json.data.disburseInstantSettlement : json.errors[0].extensions.code;
}

async function lastEvent(id: string) {
  const { type, data } = await stages.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'data'])
    .where('subject', '=', `funding/${id}`)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow();
  return { type, data: JSON.parse(data) };
}

/** What the log says of a request that failed by no fault of its own. */
const failures = () => stages.logged.filter((line) => line.includes('"level":50'));

describe('the revision of a record', () => {
  test('is 1 at first and rises by one with its text, its files, and a request for a document', async () => {
    const { json } = await stages.partner.rest('POST', '/v1/customers', customerBody());
    const query = `{ customer(id: "${json.customer_id}") { kyc { ... on Kyc { revision } } } }`;
    expect((await stages.partner.graphql(query)).json.data.customer.kyc.revision).toBe(1);
    for (const change of [
      changeText,
      () => stages.partner.upload(stages.customerId, 'nnc1'),
      requestDocument,
    ]) {
      const before = await revision();
      await change();
      expect(await revision()).toBe(before + 1);
    }
  });

  test('stays if nothing changes, if a change is refused, or if only the customer changes', async () => {
    await changeText();
    const before = await revision();
    const path = `/v1/kyc/hk/${stages.customerId}`;
    const record = await stages.partner.rest('GET', path);
    await stages.partner.rest('PUT', path, record.json);
    await stages.partner.rest('PUT', path, kycBody({ legal_name: '' }));
    const body = customerBody({ company_name: 'Another Trading Limited' });
    await stages.partner.rest('PUT', `/v1/customers/${stages.customerId}`, body);
    expect(await revision()).toBe(before);
  });

  test('is not shown on REST', async () => {
    const get = await stages.partner.rest('GET', `/v1/kyc/hk/${stages.customerId}`);
    const put = await changeText();
    for (const { status, json } of [get, put]) {
      expect(status).toBe(200);
      expect(json).not.toHaveProperty('revision');
    }
  });
});

describe('money is sent only on the KYC that was approved', () => {
  test('if nothing changed, there is nothing to confirm', async () => {
    const id = await stages.bring('accepted');
    const approvedKycRevision = await revision();
    expect(await disburse(id)).toEqual({ status: 'FUNDED', approvedKycRevision, kycChanged: false });
    expect(await lastEvent(id)).toEqual({
      type: 'funding.disbursed',
      data: { kyc_revision: approvedKycRevision, funded_on: '2026-03-01' },
    });
  });

  test.each([
    ['the text', changeText],
    ['a file', () => stages.partner.upload(stages.customerId, 'directors_identity')],
  ] as const)('%s that changed after the acceptance takes a confirmation', async (_, change) => {
    const id = await stages.bring('accepted');
    const approvedKycRevision = await revision();
    await change();
    const kept = await stages.read(id);
    expect(await disburse(id)).toBe('kyc_changed');
    expect(await disburse(id, approvedKycRevision)).toBe('kyc_changed');
    expect(await stages.read(id)).toEqual(kept);
    const confirmed = await revision();
    expect(await disburse(id, confirmed)).toEqual({
      status: 'FUNDED',
      approvedKycRevision,
      kycChanged: true,
    });
    expect((await lastEvent(id)).data).toEqual({ funded_on: '2026-03-01', kyc_revision: confirmed });
  });

  test('a change between the offer and its acceptance needs a confirmation too', async () => {
    const id = await stages.bring('approved');
    await changeText();
    await stages.cause('accept', id);
    expect(await disburse(id)).toBe('kyc_changed');
  });

  test('a change before the approval needs no confirmation', async () => {
    const id = await stages.submit();
    await changeText();
    await stages.cause('approve', id);
    await stages.cause('accept', id);
    expect(await disburse(id)).toMatchObject({ approvedKycRevision: await revision(), kycChanged: false });
  });

  test('an automatic approval keeps the revision of the KYC too', async () => {
    const { partnerId } = stages.partner;
    const set = (review: string) =>
      stages.operator.graphql(
        'mutation ($id: ID!, $input: UpdatePartnerInput!) { updatePartner(id: $id, input: $input) { id } }',
        { id: partnerId, input: { review, autoAccept: review === 'AUTO' } },
      );
    await set('AUTO');
    const id = await stages.submit();
    await set('MANUAL');
    const approvedOn = await revision();
    await changeText();
    expect(await disburse(id)).toBe('kyc_changed');
    expect(await disburse(id, await revision())).toMatchObject({ approvedKycRevision: approvedOn });
  });

  test('the refusal names the argument and the present revision', async () => {
    const id = await stages.bring('accepted');
    await changeText();
    const { json } = await stages.operator.graphql(DISBURSE, { id });
    expect(json.errors[0].message).toBe(
      `confirmKycRevision must be ${await revision()}, the present revision of the KYC, which changed since the offer was approved; look at it first.`,
    );
    expect(json.errors[0].extensions).toMatchObject({ code: 'kyc_changed', param: 'confirmKycRevision' });
  });

  test('a confirmation of another revision is refused also if nothing changed', async () => {
    const id = await stages.bring('accepted');
    expect(await disburse(id, (await revision()) - 1)).toBe('kyc_changed');
    expect(await disburse(id, await revision())).toMatchObject({ status: 'FUNDED' });
  });

  test('a wrong status and an incomplete record are reported first', async () => {
    const [funded, accepted] = [await stages.bring('funded'), await stages.bring('accepted')];
    await requestDocument();
    expect(await disburse(funded, 1)).toBe('funding_status_invalid');
    expect(await disburse(accepted, 1)).toBe('kyc_incomplete');
  });
});

describe('an offer is made on the KYC that the operator has looked at', () => {
  const APPROVE = `mutation ($id: ID!, $confirm: Int) {
    approveInstantSettlement(id: $id, confirmKycRevision: $confirm) { status approvedKycRevision }
  }`;
  const approve = (id: string, confirm: number | null) => stages.operator.graphql(APPROVE, { id, confirm });

  test('a change between looking and approving is refused, and nothing is changed', async () => {
    const id = await stages.submit();
    const seen = await revision();
    await changeText();
    const [kept, trail] = [await stages.read(id), await stages.trail()];
    const { json } = await approve(id, seen);
    expect(json.errors[0]).toMatchObject({
      message: `confirmKycRevision must be ${await revision()}, the present revision of the KYC; look at it first.`,
      extensions: { code: 'kyc_changed', param: 'confirmKycRevision' },
    });
    expect([await stages.read(id), await stages.trail()]).toEqual([kept, trail]);
    const approvedKycRevision = await revision();
    const again = await approve(id, approvedKycRevision);
    expect(again.json.data.approveInstantSettlement).toEqual({ status: 'APPROVED', approvedKycRevision });
  });

  test('without a revision the present one counts, and a wrong status is reported first', async () => {
    const id = await stages.submit();
    await changeText();
    const { json } = await approve(id, null);
    expect(json.data.approveInstantSettlement).toMatchObject({ approvedKycRevision: await revision() });
    expect((await approve(id, 1)).json.errors[0].extensions.code).toBe('funding_status_invalid');
  });
});

test('of a disbursement and a change at once, money is never sent on a KYC that was not confirmed', async () => {
  for (let round = 0; round < 12; round += 1) {
    const id = await stages.bring('accepted');
    const approvedOn = await revision();
    const before = (await stages.trail()).length;
    const change = () => [changeText(), stages.partner.upload(stages.customerId, 'nnc1')];
    // Sent first in turns, so that each comes first in some rounds.
    const early = round % 2 === 0 ? change() : [];
    const [paid, ...changed] = await Promise.all([disburse(id), ...(early.length > 0 ? early : change())]);
    expect(changed.map(({ status }) => status)).toEqual([200, 200]);
    const [first] = (await stages.trail()).slice(before);
    const outcome = {
      told: typeof paid === 'string' ? paid : paid.status,
      status: (await stages.read(id)).status,
    };
    // The contract leaves open which of them comes first. The trail says which one did.
    if (first === 'funding.disbursed') {
      expect(outcome, failures().join('\n')).toEqual({ told: 'FUNDED', status: 'funded' });
      expect((await lastEvent(id)).data).toEqual({ kyc_revision: approvedOn, funded_on: '2026-03-01' });
    } else {
      expect(['kyc.updated', 'kyc.documents_uploaded']).toContain(first);
      expect(outcome, failures().join('\n')).toEqual({ told: 'kyc_changed', status: 'accepted' });
    }
  }
});

test('approvals, acceptances and changes at once all succeed, and every offer is marked correctly', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => stages.submit()));
  const approve = (id: string) => stages.cause('approve', id).then(() => stages.cause('accept', id));
  const answers = await Promise.all([...ids.map(approve), changeText(), changeText(), changeText()]);
  for (const answer of answers) expect(answer?.json.errors ?? answer?.json.error).toBeUndefined();
  const rows = await stages.gateway.database.reads
    .selectFrom('instant_settlement')
    .select(['id', 'status', 'approved_kyc_revision', 'kyc_changed'])
    .where('id', 'in', ids)
    .execute();
  const now = await revision();
  for (const row of rows) {
    expect(row.status).toBe('accepted');
    expect([row.id, row.kyc_changed]).toEqual([row.id, row.approved_kyc_revision === now ? 0 : 1]);
  }
});
