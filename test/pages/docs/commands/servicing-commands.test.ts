// The commands are pasted into bash, and send their requests by curl: that they work there is what the test is about.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settlementBody } from '../../../support/gateway.ts';
import { type Served, serveTestGateway } from '../../../support/served.ts';
import { blocksOf, guide } from '../pages.ts';
import { needPastedCommands, shell } from './pasted.ts';

const blocks = blocksOf(guide('after-the-money'), 'bash');

let served: Served;
let terminal: ReturnType<typeof shell>;
beforeAll(async () => {
  served = await serveTestGateway();
  terminal = shell();
});
afterAll(async () => {
  await served.stop();
  terminal[Symbol.dispose]();
});

needPastedCommands();

/** A settlement of HKD 10,000.00 whose money was sent, of a partner that reports repayments. */
async function fund() {
  const partner = await served.partner({ reports_repayments: true });
  const operator = await served.gateway.key(partner.partnerId, { role: 'operator' });
  const customerId = await partner.completeCustomer();
  const { json } = await partner.rest(
    'POST',
    '/v1/instant-settlements',
    settlementBody(customerId, { amount: 1_000_000 }),
  );
  const id: string = json.funding_id;
  await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  const { json: sent } = await operator.graphql(
    'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment-1") { status } }',
    { id },
  );
  expect(sent.data.disburseInstantSettlement).toEqual({ status: 'FUNDED' });
  return {
    BASE_URL: served.baseUrl,
    API_KEY: partner.apiKey,
    OPERATOR_KEY: operator.apiKey,
    FUNDING_ID: id,
  };
}

test('the lines of the guide take a settlement from its payout to its last repayment', async () => {
  const { code, out, err } = await terminal.script(blocks, await fund());
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [servicing, ...others] = out.trimEnd().split('\n');
  expect(JSON.parse(servicing ?? '')).toMatchObject({ outstanding: 1_002_000, state: 'current' });
  expect(others).toEqual([
    '3',
    '{"data":{"confirmRepayment":{"status":"RECEIVED","allocated":{"fee":2000,"principal":298000}}}}',
    '{"data":{"declineRepayment":{"status":"DECLINED"}}}',
    '{"data":{"confirmRepayment":{"status":"RECEIVED","allocated":{"fee":0,"principal":200000}}}}',
    '{"data":{"reverseRepayment":{"status":"REVERSED"}}}',
    '702000',
    '{"data":{"repayInstantSettlement":{"status":"REPAID","servicing":{"state":"SETTLED","outstanding":0}}}}',
    'disbursement 1002000 1002000',
    'repayment -300000 702000',
    'repayment -200000 502000',
    'reversal 200000 702000',
    'repayment -702000 0',
    '0',
  ]);
});

test('the lines of the guide end at the first answer, when the key is wrong', async () => {
  const environment = { ...(await fund()), API_KEY: 'fgk_wrong' };
  const { code, out, err } = await terminal.script(blocks, environment);
  expect(code).not.toBe(0);
  expect(out + err).toMatch(/API key/);
  expect(err.match(/returned error/g)).toHaveLength(1);
});
