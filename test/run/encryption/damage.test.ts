import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HEADER_BYTES, ENCRYPTED_SEGMENT_BYTES } from '../../../src/engine/blob/encrypted/segment.ts';
import type { Encrypted } from '../../../src/engine/crypto/encryption.ts';
import { openUploadFixture, type UploadFixture } from '../../support/fixtures/upload-fixture.ts';
import { type Answer, customerBody, kycBody, pdf, settlementBody } from '../../support/gateway.ts';

let fixture: UploadFixture;
beforeAll(async () => {
  fixture = await openUploadFixture();
});
afterAll(() => fixture.close());

/** The locations that were logged as damaged since the last call. */
function placesLogged(): string[] {
  const failures = fixture.logged.splice(0).filter((line) => line.includes('"failure"'));
  return failures.map((line) => JSON.parse(line)).map(({ error, place }) => `${error} ${place}`);
}

function expectNothingSaid({ status, json, text }: Answer): void {
  expect([status, json.error.code]).toEqual([500, 'internal_error']);
  expect(text).not.toMatch(/seal|encrypt|damage|key|segment|(?:cus|doc|fun)_\d/i);
}

async function customerWithKyc(identity: string): Promise<string> {
  const { json } = await fixture.partner.rest('POST', '/v1/customers', customerBody());
  const directors_identity_number = [{ type: 'passport', id: identity }];
  await fixture.partner.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kycBody({ directors_identity_number }));
  return json.customer_id;
}

const kycOf = (customerId: string) => fixture.partner.rest('GET', `/v1/kyc/hk/${customerId}`);

describe('an encrypted column', () => {
  const { reads, writes } = {
    reads: () => fixture.gateway.database.reads,
    writes: () => fixture.gateway.database.writes,
  };
  const encryptedOf = async (customerId: string) =>
    reads()
      .selectFrom('kyc_record')
      .select(['directors_identity_number', 'shareholders_identity_number'])
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
  const setDirectors = (customerId: string, value: Encrypted | null) =>
    writes()
      .updateTable('kyc_record')
      .set({ directors_identity_number: value })
      .where('customer_id', '=', customerId)
      .execute();
  const place = (customerId: string) => `DamageError kyc_record.directors_identity_number/${customerId}`;

  test('that was damaged is a 500 that says nothing, and a log line that says where', async () => {
    const id = await customerWithKyc('K1');
    const { directors_identity_number: encrypted } = await encryptedOf(id);
    const [, name = '', body = ''] = (encrypted ?? '').split('.');
    await setDirectors(id, `v1.${name}.${body.slice(0, -4)}AAAA`);
    placesLogged();
    expectNothingSaid(await kycOf(id));
    expect(placesLogged()).toEqual([place(id)]);
    const { json } = await fixture.partner.graphql(
      `{ kyc(customerId: "${id}") { ... on Kyc { directorsIdentityNumber { number } } } }`,
    );
    expect(json.errors[0].extensions.code).toBe('internal_error');
    expect(placesLogged()).toEqual([place(id)]);
  });

  test('does not decrypt in another row', async () => {
    const [a, b] = [await customerWithKyc('K1'), await customerWithKyc('K2')];
    const [ofA, ofB] = [await encryptedOf(a), await encryptedOf(b)];
    await setDirectors(a, ofB.directors_identity_number);
    await setDirectors(b, ofA.directors_identity_number);
    placesLogged();
    expectNothingSaid(await kycOf(a));
    expectNothingSaid(await kycOf(b));
    expect(placesLogged()).toEqual([place(a), place(b)]);
  });

  test('does not decrypt in another column', async () => {
    const id = await customerWithKyc('K1');
    await setDirectors(id, (await encryptedOf(id)).shareholders_identity_number);
    placesLogged();
    expectNothingSaid(await kycOf(id));
    expect(placesLogged()).toEqual([place(id)]);
  });

  test('that is encrypted with an unknown key has another error than a damaged one', async () => {
    const id = await customerWithKyc('K1');
    await setDirectors(id, 'v1.00000000.AAAA');
    placesLogged();
    expectNothingSaid(await kycOf(id));
    expect(placesLogged()).toEqual([place(id)]);
  });

  test('that was emptied is damage, and no empty list, wherever the record has a text', async () => {
    const id = await customerWithKyc('K1');
    await setDirectors(id, null);
    placesLogged();
    expectNothingSaid(await kycOf(id));
    expect(placesLogged()).toEqual([place(id)]);
    const fresh = await fixture.partner.rest('POST', '/v1/customers', customerBody());
    const { json } = await kycOf(fresh.json.customer_id);
    expect([json.directors_identity_number, json.shareholders_identity_number]).toEqual([[], []]);
  });

  test('stops no other row of a list', async () => {
    const partner = await fixture.stranger();
    const ids: string[] = [];
    for (const identity of ['K1', 'K2', 'K3']) {
      const { json } = await partner.rest('POST', '/v1/customers', customerBody());
      const directors_identity_number = [{ type: 'passport', id: identity }];
      await partner.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kycBody({ directors_identity_number }));
      ids.push(json.customer_id);
    }
    await setDirectors(ids[1] ?? '', null);
    placesLogged();
    const { json } = await partner.graphql(
      '{ customers { nodes { id kyc { ... on Kyc { directorsIdentityNumber { number } } } } } }',
    );
    const shown = json.data.customers.nodes.map((node: { kyc: unknown }) => node.kyc);
    expect(shown).toEqual([
      { directorsIdentityNumber: [{ number: 'K3' }] },
      null,
      { directorsIdentityNumber: [{ number: 'K1' }] },
    ]);
    expect(json.errors).toMatchObject([{ path: ['customers', 'nodes', 1, 'kyc'] }]);
    expect(placesLogged()).toEqual([place(ids[1] ?? '')]);
  });

  test('of transactions is bound to its row, and a kept response to its key', async () => {
    const customerId = await fixture.partner.completeCustomer();
    const header = { 'idempotency-key': 'order-77' };
    const submit = (headers = {}) =>
      fixture.partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId), headers);
    const [first, second] = [await submit(header), await submit()];
    const rows = await reads().selectFrom('instant_settlement').select(['id', 'transactions']).execute();
    const ofSecond = rows.find(({ id }) => id === second.json.funding_id);
    await writes()
      .updateTable('instant_settlement')
      .set({ transactions: ofSecond?.transactions ?? 'v1..' })
      .where('id', '=', first.json.funding_id)
      .execute();
    placesLogged();
    expectNothingSaid(await fixture.partner.rest('GET', `/v1/instant-settlements/${first.json.funding_id}`));
    expect(placesLogged()).toEqual([`DamageError instant_settlement.transactions/${first.json.funding_id}`]);

    await writes()
      .updateTable('idempotency_key')
      .set({ answer: ofSecond?.transactions ?? '' })
      .execute();
    expectNothingSaid(await submit(header));
    expect(placesLogged()).toEqual([`DamageError idempotency_key.answer/${fixture.partner.partnerId}`]);
  });
});

describe('the bytes of a document', () => {
  const long = pdf('x'.repeat(300_000));
  let customerId: string;
  beforeEach(async () => {
    customerId = await fixture.customer();
  });

  async function uploaded(type: string, bytes: Uint8Array) {
    const { json } = await fixture.partner.upload(customerId, type, [bytes]);
    const id: string = json.files[0].document_id;
    const { url } = await fixture.retrieve(customerId, id);
    return { id, url, file: join(fixture.folder, id) };
  }
  const download = (url: string) => fixture.fetch('GET', url.slice('http://gateway.test'.length));

  async function flip(file: string, at: number): Promise<void> {
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(file, bytes);
  }

  test('that were damaged at their beginning are a 500 that says nothing', async () => {
    const { id, url, file } = await uploaded('nar1', pdf('a passport'));
    await flip(file, HEADER_BYTES + 2);
    placesLogged();
    expectNothingSaid(await download(url));
    expect(placesLogged()).toEqual([`DamageError blob/${id}, segment 0`]);
  });

  test('that were damaged further on break the transfer, and the log says where', async () => {
    const { id, url, file } = await uploaded('nar1', long);
    await flip(file, HEADER_BYTES + 2 * ENCRYPTED_SEGMENT_BYTES + 5);
    placesLogged();
    const answer = await fixture.download(url);
    expect(answer.status).toBe(200);
    await expect(answer.bytes()).rejects.toThrow('damaged');
    expect(placesLogged()).toEqual([`DamageError blob/${id}, segment 2`]);
  });

  test('do not decrypt as the bytes of another document', async () => {
    const [a, b] = [await uploaded('nar1', pdf('one')), await uploaded('nnc1', pdf('two'))];
    const [ofA, ofB] = [await readFile(a.file), await readFile(b.file)];
    await writeFile(a.file, ofB);
    await writeFile(b.file, ofA);
    placesLogged();
    expectNothingSaid(await download(a.url));
    expectNothingSaid(await download(b.url));
    expect(placesLogged()).toEqual([
      `DamageError blob/${a.id}, segment 0`,
      `DamageError blob/${b.id}, segment 0`,
    ]);
  });

  test('are refused in plain if they were encrypted', async () => {
    const bytes = pdf('one');
    const { id, url, file } = await uploaded('nar1', bytes);
    await writeFile(file, bytes);
    placesLogged();
    expectNothingSaid(await download(url));
    expect(placesLogged()).toEqual([`DamageError blob/${id}`]);
  });

  test('that are gone are a 500 too', async () => {
    const { id, url } = await uploaded('nar1', pdf('one'));
    await fixture.gateway.blobs.remove(id);
    placesLogged();
    expectNothingSaid(await download(url));
    expect(placesLogged()).toEqual([`DamageError blob/${id}`]);
  });
});
