// Processes, one after the other, since the time of an offer passes while none runs.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { withSettlementMac } from '../../../src/nouns/settlement/proven-settlements.ts';
import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../../support/gateway.ts';
import { dataFolder, environmentOf, startGateway } from '../../support/gateway-process.ts';

/** The first round of housekeeping begins when the gateway listens; the next one is far away. */
const FIRST_ROUND_MS = 30_000;
const PAUSE_MS = 50;

/** Moves the end of an offer into the past, with the MAC that the row would have. The gateway does not run. */
async function lapse(folder: string, id: string): Promise<void> {
  await using gateway = await openGateway(readConfig(environmentOf(folder, { NODE_ENV: 'test' })));
  const { writes } = gateway.database;
  const row = await writes
    .selectFrom('instant_settlement')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lapsed = withSettlementMac(gateway.rowMacs, { ...row, offer_expires_at: '2020-01-01T00:00:00Z' });
  await writes.updateTable('instant_settlement').set(lapsed).where('id', '=', id).execute();
}

test('an offer whose end passed while no process ran is denied soon after the next one starts', async () => {
  using folder = dataFolder();
  await using before = await startGateway(folder.path);
  const { json: customer } = await before.rest('POST', '/v1/customers', { body: customerBody() });
  const id: string = customer.customer_id;
  await before.rest('PUT', `/v1/kyc/hk/${id}`, { body: kycBody() });
  const documents = `/v1/kyc/documents/${id}`;
  for (const type of Object.keys((await before.rest('GET', documents)).json)) {
    await before.rest('POST', documents, { body: uploadForm(type, [pdf()]) });
  }
  const { json: offer } = await before.rest('POST', '/v1/instant-settlements', { body: settlementBody(id) });
  expect(offer.status).toBe('approved');
  await before.stop('SIGINT');

  // As if the gateway had been down for the thirty days that the offer was valid.
  await lapse(folder.path, offer.funding_id);

  await using after = await startGateway(folder.path);
  const path = `/v1/instant-settlements/${offer.funding_id}`;
  const status = async () => (await after.rest('GET', path)).json.status;
  for (const end = Date.now() + FIRST_ROUND_MS; Date.now() < end && (await status()) === 'approved';)
    await setTimeout(PAUSE_MS);
  expect(await status()).toBe('denied');
});
