import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { customerBody, kycBody, pdf, sha256, type TestPartner } from '../../support/gateway.ts';
import { openWorkListFixture, pageOf, walk, type WorkListFixture } from './work-list-fixture.ts';

let fixture: WorkListFixture;
beforeEach(async () => {
  fixture = await openWorkListFixture();
});
afterEach(() => fixture.close());

const doubtful = kycBody({ isic: '0000' });
const QUEUE = 'customersWithKycWarnings';

async function customerOf(partner: TestPartner, text: Readonly<Record<string, unknown>> | null) {
  fixture.later(60);
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  if (text !== null) await partner.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, text);
  return json.customer_id;
}

/** A file that is declared as a picture and is none. */
async function uploadMislabelled(partner: TestPartner, customerId: string, type: string) {
  const bytes = pdf(type);
  const file = { filename: 'scan', mime_type: 'image/png', hash: sha256(bytes) };
  const form = new FormData();
  form.set('metadata', JSON.stringify({ type, files: { file } }));
  form.set('file', new Blob([bytes]), 'scan.png');
  await partner.rest('POST', `/v1/kyc/documents/${customerId}`, form);
}

const all = () => pageOf(fixture.operator, QUEUE);

/** Makes the database like one right after the migration. */
async function forgetWarnings() {
  const { writes } = fixture.gateway.database;
  const forgotten = { text_warnings: null, warned_since: null };
  await writes.updateTable('kyc_record').set(forgotten).where('legal_name', 'is not', null).execute();
  await writes.deleteFrom('counter').where('name', 'like', '%/kyc/warned').execute();
}

test('customers whose text has warnings are listed across partners, the longest warned first', async () => {
  const [one, other] = [await fixture.partner(), await fixture.partner()];
  const first = await customerOf(one, doubtful);
  await customerOf(one, kycBody());
  const second = await customerOf(other, doubtful);
  await customerOf(other, null);
  const third = await customerOf(one, doubtful);
  expect(await all()).toMatchObject({ ids: [first, second, third], totalCount: 3 });
  expect(await walk(fixture.operator, QUEUE, { size: 1 })).toEqual([first, second, third]);
  const filter = `first: 10, filter: { partnerId: "${one.partnerId}" }`;
  expect(await pageOf(fixture.operator, QUEUE, filter)).toMatchObject({ ids: [first, third], totalCount: 2 });
});

test('a customer leaves the list when its text is corrected, and keeps its place until then', async () => {
  const partner = await fixture.partner();
  const [first, second] = [await customerOf(partner, doubtful), await customerOf(partner, doubtful)];
  fixture.later(60);
  await partner.rest('PUT', `/v1/kyc/hk/${first}`, kycBody({ isic: '0000', website: null }));
  expect(await all()).toMatchObject({ ids: [first, second], totalCount: 2 });
  await partner.rest('PUT', `/v1/kyc/hk/${first}`, kycBody());
  expect(await all()).toMatchObject({ ids: [second], totalCount: 1 });
});

test('a file with a warning counts until it is replaced, even if others are uploaded', async () => {
  const partner = await fixture.partner();
  const customerId = await customerOf(partner, kycBody());
  await uploadMislabelled(partner, customerId, 'nar1');
  expect(await all()).toMatchObject({ ids: [customerId], totalCount: 1 });
  await uploadMislabelled(partner, customerId, 'nnc1');
  await partner.upload(customerId, 'nar1');
  await partner.upload(customerId, 'directors_identity');
  expect(await all()).toMatchObject({ ids: [customerId], totalCount: 1 });
  await partner.upload(customerId, 'nnc1');
  expect(await all()).toMatchObject({ ids: [], totalCount: 0 });
});

test('records from before this list are checked by the scheduler, in batches and without an event', async () => {
  const partner = await fixture.partner();
  const warned: string[] = [];
  for (let count = 0; count < 120; count += 1) {
    const id = await customerOf(partner, count % 3 === 0 ? doubtful : kycBody());
    if (count % 3 === 0) warned.push(id);
  }
  await forgetWarnings();
  const mended = warned.shift();
  await partner.rest('PUT', `/v1/kyc/hk/${mended}`, kycBody());
  const { reads } = fixture.gateway.database;
  const events = await reads.selectFrom('event').select('id').execute();
  await Promise.all([runHousekeeping(fixture.gateway), runHousekeeping(fixture.gateway)]);
  const { ids, totalCount } = await all();
  expect(ids).toEqual(warned);
  expect(totalCount).toBe(warned.length);
  expect(await reads.selectFrom('event').select('id').execute()).toEqual(events);
});

test('a damaged record is reported, and does not stop the check of others', async () => {
  const partner = await fixture.partner();
  const [broken, whole] = [await customerOf(partner, doubtful), await customerOf(partner, doubtful)];
  await forgetWarnings();
  const { writes } = fixture.gateway.database;
  const { directors_identity_number: encrypted } = await writes
    .selectFrom('kyc_record')
    .select('directors_identity_number')
    .where('customer_id', '=', whole)
    .executeTakeFirstOrThrow();
  const swapped = { directors_identity_number: encrypted };
  await writes.updateTable('kyc_record').set(swapped).where('customer_id', '=', broken).execute();
  await expect(runHousekeeping(fixture.gateway)).rejects.toThrow(/damaged or was moved/);
  expect(await all()).toMatchObject({ ids: [whole], totalCount: 1 });
});

test('a warning that depends on the year is counted again with the first change in another year', async () => {
  const partner = await fixture.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_country: 'MY' }));
  const details = {
    legal_name: 'Kinabalu PLT',
    business_registration_number: '202704000001',
    directors_identity_number: [{ type: 'national_id', id: '800229-14-5678' }],
    shareholders_identity_number: [],
  };
  await partner.rest('PUT', `/v1/kyc/my/${json.customer_id}`, kycBody(details));
  expect(await all()).toMatchObject({ ids: [json.customer_id], totalCount: 1 });
  await partner.upload(json.customer_id, 'directors_identity');
  expect(await all()).toMatchObject({ ids: [json.customer_id], totalCount: 1 });
  fixture.later(365 * 86_400);
  expect(await all()).toMatchObject({ ids: [json.customer_id], totalCount: 1 });
  await partner.upload(json.customer_id, 'directors_identity');
  expect(await all()).toMatchObject({ ids: [], totalCount: 0 });
  const query = '{ kyc(customerId: "ID") { ... on Kyc { warnings { code } } } }'.replace(
    'ID',
    json.customer_id,
  );
  expect((await partner.graphql(query)).json.data.kyc.warnings).toEqual([]);
});
