import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countries, countryOf } from '../../../src/nouns/kyc/countries/index.ts';
import {
  kycStatus,
  missingDocuments,
  noDocuments,
  missingFromKyc,
} from '../../../src/nouns/kyc/kyc.rules.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

describe.each(Object.values(countries).map(({ code }) => ({ code })))('in $code', ({ code }) => {
  const types = countryOf(code).documentTypes;
  const required = types.filter((rule) => rule.required).map(({ type }) => type);
  const optional = types.filter((rule) => !rule.required).map(({ type }) => type);
  const folder = `/v1/kyc/${code.toLowerCase()}`;

  async function openCustomer(): Promise<string> {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_country: code }));
    return json.customer_id;
  }
  const read = async (id: string) => (await partner.rest('GET', `${folder}/${id}`)).json;
  const writeText = (id: string, changes = {}) => partner.rest('PUT', `${folder}/${id}`, kycBody(changes));
  const events = async (id: string) => {
    const rows = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(['type', 'data'])
      .where('subject', '=', `kyc/${id}`)
      .where('type', '=', 'kyc.status_changed')
      .orderBy('sequence')
      .execute();
    return rows.map(({ data }): unknown => JSON.parse(data));
  };

  test('a new customer is incomplete: no text, empty lists, every document type listed', async () => {
    const kyc = await read(await openCustomer());
    expect(kyc).toMatchObject({
      type: code,
      status: 'incomplete',
      legal_name: null,
      registered_address: null,
      operating_address: null,
      website: null,
      business_registration_number: null,
      date_of_incorporation: null,
      directors_identity_number: [],
      shareholders_identity_number: [],
      corporate_entities_number: null,
      isic: null,
      is_sensitive_business: null,
      namecheck_result: null,
      provider_company_screening_result: null,
    });
    expect(kyc.supporting_documents).toEqual(
      Object.fromEntries(types.map((rule) => [rule.type, rule.required ? 'missing' : 'not_uploaded'])),
    );
  });

  test('text alone leaves supporting documents missing', async () => {
    const id = await openCustomer();
    expect((await writeText(id)).json.status).toBe('missing_supporting_documents');
    expect((await read(id)).status).toBe('missing_supporting_documents');
  });

  test('text and every required document type make it complete, the last one and not sooner', async () => {
    const id = await openCustomer();
    await writeText(id);
    for (const [position, type] of required.entries()) {
      await partner.upload(id, type);
      const last = position === required.length - 1;
      expect((await read(id)).status).toBe(last ? 'complete' : 'missing_supporting_documents');
    }
    expect(await events(id)).toEqual([
      { from: 'incomplete', to: 'missing_supporting_documents' },
      { from: 'missing_supporting_documents', to: 'complete' },
    ]);
  });

  test('documents are accepted before the text, and the record stays incomplete until the text comes', async () => {
    const id = await openCustomer();
    for (const type of required) {
      expect((await partner.upload(id, type)).status).toBe(200);
      const kyc = await read(id);
      expect([kyc.status, kyc.supporting_documents[type]]).toEqual(['incomplete', 'uploaded']);
    }
    expect((await writeText(id)).json.status).toBe('complete');
    expect(await events(id)).toEqual([{ from: 'incomplete', to: 'complete' }]);
  });

  test('text that is replaced after the uploads leaves the documents and the status as they are', async () => {
    const id = await partner.completeCustomer(code);
    const before = await read(id);
    const after = (await writeText(id, { legal_name: 'Renamed' })).json;
    expect(after).toMatchObject({ status: 'complete', legal_name: 'Renamed' });
    expect(after.supporting_documents).toEqual(before.supporting_documents);
  });

  test('an optional document changes its own status only', async () => {
    const id = await openCustomer();
    await writeText(id);
    for (const type of optional) {
      await partner.upload(id, type);
      const kyc = await read(id);
      expect([kyc.status, kyc.supporting_documents[type]]).toEqual([
        'missing_supporting_documents',
        'uploaded',
      ]);
    }
  });

  test('a record has a row from its first change on, with the statuses that a new record does not have; a row with all of them is read alike', async () => {
    const { database } = fixture.gateway;
    const id = await openCustomer();
    const stored = async () => {
      const row = database.reads.selectFrom('kyc_record').select('supporting_documents');
      return (await row.where('customer_id', '=', id).executeTakeFirst())?.supporting_documents;
    };
    expect(await stored()).toBeUndefined();
    const [type = ''] = required;
    await partner.upload(id, type);
    expect(await stored()).toBe(JSON.stringify({ [type]: 'uploaded' }));
    const { supporting_documents } = await read(id);
    expect(Object.keys(supporting_documents)).toEqual(types.map((rule) => rule.type));
    const whole = { supporting_documents: JSON.stringify(supporting_documents) };
    await database.writes.updateTable('kyc_record').set(whole).where('customer_id', '=', id).execute();
    expect((await read(id)).supporting_documents).toEqual(supporting_documents);
  });

  test('the path of another country is kyc_type_mismatch, for reading and for writing', async () => {
    const id = await openCustomer();
    const other = code === 'HK' ? 'my' : 'hk';
    for (const answer of [
      await partner.rest('GET', `/v1/kyc/${other}/${id}`),
      await partner.rest('PUT', `/v1/kyc/${other}/${id}`, {}),
    ]) {
      expect([answer.status, answer.json.error.code]).toEqual([412, 'kyc_type_mismatch']);
    }
  });

  test('funding is refused until the record is complete, and the message lists what is missing', async () => {
    const id = await openCustomer();
    const ask = () => partner.rest('POST', '/v1/instant-settlements', settlementBody(id));
    const first = await ask();
    expect([first.status, first.json.error.code]).toEqual([412, 'kyc_incomplete']);
    for (const type of required) expect(first.json.error.message).toContain(type);
    for (const type of optional) expect(first.json.error.message).not.toContain(type);
    await writeText(id);
    await partner.upload(id, required[0] ?? '');
    const second = await ask();
    expect(second.json.error.message).not.toContain(`${required[0]},`);
    for (const type of required.slice(1)) expect(second.json.error.message).toContain(type);
  });

  test('the status depends only on text and documents', () => {
    const everything = Object.fromEntries(types.map(({ type }) => [type, 'uploaded' as const]));
    expect(kycStatus(code, false, noDocuments(code))).toBe('incomplete');
    expect(kycStatus(code, false, everything)).toBe('incomplete');
    expect(kycStatus(code, true, noDocuments(code))).toBe('missing_supporting_documents');
    expect(kycStatus(code, true, everything)).toBe('complete');
    for (const type of required) {
      const asked = { ...everything, [type]: 'missing' as const };
      expect(kycStatus(code, true, asked)).toBe('missing_supporting_documents');
      expect(missingDocuments(code, asked)).toEqual([type]);
      expect(missingFromKyc(code, true, asked)).toEqual([{ kind: 'document', name: type }]);
    }
    for (const type of optional) {
      expect(kycStatus(code, true, { ...everything, [type]: 'not_uploaded' as const })).toBe('complete');
    }
  });
});

test('a date of incorporation may be today at UTC+14, where days begin first, and not tomorrow', async () => {
  let now = new Date('2026-02-28T09:59:59Z');
  const day = await openTestGateway({}, () => now);
  const someone = await day.partner();
  const { json } = await someone.rest('POST', '/v1/customers', customerBody());
  const put = (date_of_incorporation: string) =>
    someone.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kycBody({ date_of_incorporation }));
  expect((await put('2026-02-28')).status).toBe(200);
  expect((await put('2026-03-01')).json.error.param).toBe('date_of_incorporation');
  now = new Date('2026-02-28T10:00:00Z');
  expect((await put('2026-03-01')).status).toBe(200);
  expect((await put('0001-01-01')).status).toBe(200);
  expect((await put('0000-12-31')).json.error.param).toBe('date_of_incorporation');
  await day.close();
});
