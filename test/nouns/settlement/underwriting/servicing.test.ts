import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
beforeEach(() => stages.partner.upload(stages.customerId, 'nar1'));
afterAll(() => stages.close());

const DISBURSE = `mutation ($id: ID!, $reference: String!, $confirm: Int) {
  disburseInstantSettlement(id: $id, reference: $reference, confirmKycRevision: $confirm) {
    status disbursementReference
  }
}`;
const disburse = (id: string, reference = 'payment 7', confirm: number | null = null) =>
  stages.operator.graphql(DISBURSE, { id, reference, confirm });

async function presentRevision(): Promise<number> {
  const query = `{ kyc(customerId: "${stages.customerId}") { ... on Kyc { revision } } }`;
  return (await stages.operator.graphql(query)).json.data.kyc.revision;
}

const requestDocument = () =>
  stages.operator.graphql(
    'mutation ($id: ID!) { requestDocument(customerId: $id, type: NAR1, reason: "cut off") { status } }',
    { id: stages.customerId },
  );

describe('while a document is requested again', () => {
  test('an accepted offer is not disbursed until the document is uploaded', async () => {
    const id = await stages.bring('accepted');
    await requestDocument();
    const before = await stages.read(id);
    const { json } = await disburse(id);
    expect(json.errors[0].extensions.code).toBe('kyc_incomplete');
    expect(json.errors[0].message).toContain('NAR1');
    expect(await stages.read(id)).toEqual(before);
    await stages.partner.upload(stages.customerId, 'nar1');
    // It is another file than the offer was approved on, so the operator has to confirm the revision.
    expect((await disburse(id)).json.errors[0].extensions.code).toBe('kyc_changed');
    const confirm = await presentRevision();
    expect((await disburse(id, 'payment 7', confirm)).json.data.disburseInstantSettlement.status).toBe(
      'FUNDED',
    );
  });

  test.each(['accept', 'reject'] as const)('an offer may still be decided: %s', async (event) => {
    const id = await stages.bring('approved');
    await requestDocument();
    const answer = await stages.cause(event, id);
    expect(answer?.json.errors).toBeUndefined();
  });

  test('a disbursed settlement can be repaid, an accepted one revoked, a submitted one approved', async () => {
    const [funded, accepted, waiting] = [
      await stages.bring('funded'),
      await stages.bring('accepted'),
      await stages.submit(),
    ];
    await requestDocument();
    for (const [event, id] of [
      ['repay', funded],
      ['revoke', accepted],
      ['approve', waiting],
    ] as const)
      expect((await stages.cause(event, id))?.json.errors).toBeUndefined();
  });

  test('a settlement in another status is refused for its status', async () => {
    const id = await stages.bring('funded');
    await requestDocument();
    expect((await disburse(id)).json.errors[0].extensions.code).toBe('funding_status_invalid');
  });
});

test('of a disbursement and a request for a document at once, the later one sees the earlier one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await stages.bring('accepted');
    const before = (await stages.trail()).length;
    // Sent first in turns, so that each comes first in some rounds.
    const early = round % 2 === 0 ? null : requestDocument();
    const [paid, asked] = await Promise.all([disburse(id), early ?? requestDocument()]);
    expect(asked.json).toEqual({ data: { requestDocument: { status: 'MISSING' } } });
    const [first] = (await stages.trail()).slice(before);
    const outcome = {
      told: paid.json.errors?.[0].extensions.code ?? paid.json.data.disburseInstantSettlement.status,
      status: (await stages.read(id)).status,
    };
    // The contract leaves open which of the two comes first. The trail says which one did.
    if (first === 'funding.disbursed') expect(outcome).toEqual({ told: 'FUNDED', status: 'funded' });
    else {
      expect(first).toBe('kyc.document_requested');
      expect(outcome).toEqual({ told: 'kyc_incomplete', status: 'accepted' });
    }
    await stages.partner.upload(stages.customerId, 'nar1');
  }
});

describe('the reference of a payment', () => {
  test.each(['7', 'x'.repeat(255), 'FPS 2026/03/01 太'])(
    'may be %.20j and is shown to operators',
    async (reference) => {
      const { json } = await disburse(await stages.bring('accepted'), reference);
      expect(json.data.disburseInstantSettlement).toEqual({
        status: 'FUNDED',
        disbursementReference: reference,
      });
    },
  );

  test.each(['', '  ', 'x'.repeat(256), 'a\nb'])('may not be %.10j', async (reference) => {
    const id = await stages.bring('accepted');
    const { json } = await disburse(id, reference);
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'reference' });
    expect((await stages.read(id)).status).toBe('accepted');
  });
});
