import { expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { openStages } from '../../support/fixtures/settlement-stages.ts';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';

const DAY_MS = 86_400_000;
const TOTALS = '{ settlementOverview { totals { status currency count amount } } }';

test('a lapsed offer counts as denied in the overview before the scheduler has written it', async () => {
  let now = new Date('2026-03-01T10:00:00Z');
  const fixture = await openTestGateway({}, () => now);
  const partner = await fixture.partner({ offer_valid_days: 1, interest_rate: { default: 0 } });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer();
  const submit = (currency: string, amount: number) =>
    partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId, { currency, amount }));
  await submit('HKD', Number.MAX_SAFE_INTEGER);
  await submit('HKD', Number.MAX_SAFE_INTEGER - 1);
  await submit('JPY', 7);
  now = new Date(now.getTime() + DAY_MS / 2);
  await submit('HKD', 99_999_999);
  now = new Date(now.getTime() + DAY_MS / 2);

  const { json } = await operator.graphql(TOTALS);
  expect(json.data.settlementOverview.totals).toEqual([
    { status: 'APPROVED', currency: 'HKD', count: 1, amount: '99999999' },
    { status: 'DENIED', currency: 'HKD', count: 2, amount: '18014398509481981' },
    { status: 'DENIED', currency: 'JPY', count: 1, amount: '7' },
  ]);
  await runHousekeeping(fixture.gateway);
  expect((await operator.graphql(TOTALS)).json).toEqual(json);
  await fixture.close();
});

test('the money of a status and currency is exact, and moves with its settlements', async () => {
  const stages = await openStages();
  const totals = async () =>
    (await stages.operator.graphql(TOTALS)).json.data.settlementOverview.totals as unknown;
  expect(await totals()).toEqual([]);
  // With its fee of 0.2 % it makes 2^53 - 1.
  const largest = 8_989_220_813_114_761;
  const ids: string[] = [];
  for (const amount of [largest, largest, largest, 1]) ids.push(await stages.submit({ amount }));
  await stages.submit({ currency: 'JPY', amount: 2 });
  const yen = { status: 'SUBMITTED', currency: 'JPY', count: 1, amount: '2' };
  // More than 2^53, which no number of JSON is exact for.
  expect(await totals()).toEqual([
    { status: 'SUBMITTED', currency: 'HKD', count: 4, amount: '26967662439344284' },
    yen,
  ]);

  const [first = '', second = '', third = '', small = ''] = ids;
  for (const event of ['approve', 'accept', 'disburse', 'repay'] as const) await stages.cause(event, first);
  for (const event of ['approve', 'accept', 'disburse'] as const) await stages.cause(event, second);
  await stages.cause('deny', third);
  await stages.cause('approve', small);
  await stages.cause('reject', small);
  expect(await totals()).toEqual([
    yen,
    { status: 'DENIED', currency: 'HKD', count: 1, amount: '8989220813114761' },
    { status: 'REJECTED', currency: 'HKD', count: 1, amount: '1' },
    { status: 'FUNDED', currency: 'HKD', count: 1, amount: '8989220813114761' },
    { status: 'REPAID', currency: 'HKD', count: 1, amount: '8989220813114761' },
  ]);
  await stages.close();
});

test('a sum that was changed in the database directly is found by the verification, and so is a count', async () => {
  const stages = await openStages();
  await allowEverything(stages);
  await stages.submit({ amount: 1_234_567_890 });
  const found = async () => (await verify(stages)).findings.map(({ record, says }) => [record, says]);
  expect(await found()).toEqual([]);
  const write = (name: string, total: number) =>
    stages.gateway.database.writes.updateTable('counter').set({ total }).where('name', '=', name).execute();
  await write('all/amounts/submitted/HKD/below', 34_567_891);
  await write('all/settlements/submitted/HKD', 2);
  expect(await found()).toEqual([
    [
      'counter/all/settlements/submitted/HKD',
      'The total says that there are 2 settlements of status submitted in HKD; the table has 1.',
    ],
    [
      'counter/all/amounts/submitted/HKD/above',
      'The total says that the settlements of status submitted in HKD add up to 1234567891 minor units; in the table they add up to 1234567890.',
    ],
  ]);
  await stages.close();
});
