import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../gateway.ts';
import { dataFolder, startGateway } from './gateway-process.ts';

/** The first round of what is due begins when the gateway listens; it is far from its next one then. */
const FIRST_ROUND_MS = 10_000;
const PAUSE_MS = 50;

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
  await before.stop();

  // As if the gateway had been down for the thirty days that the offer was valid.
  const database = await openDatabase(`sqlite:${folder.path}/gateway.db`, { poolSize: 1 });
  await database.writes
    .updateTable('instant_settlement')
    .set({ offer_expires_at: '2020-01-01T00:00:00Z' })
    .execute();
  await database.close();

  await using after = await startGateway(folder.path);
  const path = `/v1/instant-settlements/${offer.funding_id}`;
  const status = async () => (await after.rest('GET', path)).json.status;
  for (const end = Date.now() + FIRST_ROUND_MS; Date.now() < end && (await status()) === 'approved';)
    await setTimeout(PAUSE_MS);
  expect(await status()).toBe('denied');
});
