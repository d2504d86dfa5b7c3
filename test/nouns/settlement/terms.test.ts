import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

/** The largest amount that a number of JSON holds exactly. */
const MOST = Number.MAX_SAFE_INTEGER;

let stages: Stages;
beforeAll(async () => {
  // The partner pays 0.2 % unless an approval says otherwise.
  stages = await openStages({ review: 'manual' });
});
afterAll(() => stages.close());

describe('amount and fee are at most 2^53-1 together', () => {
  test.each([
    // With a fee of 17,978,441,626,230.
    [8_989_220_813_114_761, null],
    [8_989_220_813_114_762, 'amount'],
    [MOST, 'amount'],
  ])('at a request of %d', async (amount, param) => {
    const { json } = await stages.partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(stages.customerId, { amount }),
    );
    expect([json.error?.code ?? null, json.error?.param ?? null]).toEqual([
      param === null ? null : 'parameter_invalid',
      param,
    ]);
  });

  test('at an approval, which names the rate', async () => {
    const id = await stages.submit({ amount: 8_000_000_000_000_000 });
    const approve = async (rate: number) => {
      const { json } = await stages.operator.graphql(
        'mutation ($id: ID!, $rate: Float!) { approveInstantSettlement(id: $id, interestRate: $rate) { fee } }',
        { id, rate },
      );
      const { code, param } = json.errors?.[0].extensions ?? {};
      return json.errors === undefined ? json.data.approveInstantSettlement : { code, param };
    };
    const refused = { code: 'parameter_invalid', param: 'interestRate' };
    expect(await approve(0.1259)).toEqual(refused);
    // Eleven decimal places.
    expect(await approve(0.00000000001)).toEqual(refused);
    expect(await approve(0.1258999068)).toEqual({ fee: 1_007_199_254_400_000 });
  });
});
