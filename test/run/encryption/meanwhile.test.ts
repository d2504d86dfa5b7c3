import { afterEach, beforeEach, expect, test } from 'vitest';
import { kycBody, pdf, type TestGateway } from '../../support/gateway.ts';
import { reencrypt } from '../../../src/run/encryption/reencrypt.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { type Installation, NEW, OLD, openInstallation, populate } from '../../support/installation.ts';

let installation: Installation;
let populated: Awaited<ReturnType<typeof populate>>;
let fixture: TestGateway;
beforeEach(async () => {
  installation = await openInstallation();
  populated = await populate(installation, OLD);
  fixture = await installation.open(NEW, OLD);
});
afterEach(async () => {
  await fixture.close();
  await installation[Symbol.asyncDispose]();
});

/** Runs `first` before the transaction with the given number. */
function beforeTransaction(
  number: number,
  first: () => Promise<unknown>,
): TestGateway['gateway']['database'] {
  const { database } = fixture.gateway;
  let turn = 0;
  return {
    ...database,
    async transaction(work) {
      turn += 1;
      if (turn === number) await first();
      return database.transaction(work);
    },
  };
}

const run = (changes: Partial<TestGateway['gateway']> = {}) =>
  reencrypt({ ...fixture.gateway, ...changes, progress: () => {} });

test('a value that a gateway writes meanwhile is not overwritten', async () => {
  const { customerId, apiKey } = populated;
  const partner = fixture.withKey(apiKey);
  const directors_identity_number = [{ type: 'passport', id: 'NEWER-1' }];
  const write = () => partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ directors_identity_number }));
  const { values, left } = await run({ database: beforeTransaction(1, write) });
  expect([values.changedMeanwhile, values.damaged, left]).toEqual([1, 0, 0]);
  const { json } = await partner.rest('GET', `/v1/kyc/hk/${customerId}`);
  expect(json.directors_identity_number).toEqual(directors_identity_number);
});

test('a document that is replaced meanwhile stays replaced, and no bytes are left over', async () => {
  const { customerId, apiKey } = populated;
  const partner = fixture.withKey(apiKey);
  let replaced = 0;
  const { blobs } = fixture.gateway;
  const replacing: typeof blobs = {
    ...blobs,
    async put(key, body) {
      await blobs.put(key, body);
      if (replaced++ === 0)
        for (const type of ['nar1', 'nnc1']) await partner.upload(customerId, type, [pdf(`newer ${type}`)]);
    },
  };
  const { documents, left } = await run({ blobs: replacing });
  expect([documents.encrypted + documents.changedMeanwhile, documents.damaged, left]).toEqual([9, 0, 0]);
  const rows = await fixture.gateway.database.reads.selectFrom('document').selectAll().execute();
  await fixture.gateway.database.writes
    .updateTable('orphan_blob')
    .set({ since: '2020-01-01T00:00:00Z' })
    .execute();
  await runHousekeeping(fixture.gateway);
  const keys = await Array.fromAsync(blobs.list(), ({ key }) => key);
  const expected = rows.map(({ id, revision }) => (revision === null ? id : `${id}-${revision}`));
  expect(keys.toSorted()).toEqual(expected.toSorted());
  const listed = await partner.rest('GET', `/v1/kyc/documents/${customerId}`);
  for (const type of ['nar1', 'nnc1']) {
    const document = await partner.rest(
      'GET',
      `/v1/kyc/documents/${customerId}/${listed.json[type][0].document_id}`,
    );
    const answer = await fixture.fetch('GET', document.json.url.slice('http://gateway.test'.length));
    expect(answer.text).toContain(`newer ${type}`);
  }
});

test('a download that has begun is completed', async () => {
  const { customerId, apiKey } = populated;
  const partner = fixture.withKey(apiKey);
  const listed = await partner.rest('GET', `/v1/kyc/documents/${customerId}`);
  const document = await partner.rest(
    'GET',
    `/v1/kyc/documents/${customerId}/${listed.json.nar1[0].document_id}`,
  );
  const answer = await fixture.app.fetch(new Request(document.json.url));
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  await run();
  await runHousekeeping(fixture.gateway);
  let size = first?.value?.length ?? 0;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
    size += next.value.length;
  expect(size).toBe(Number(answer.headers.get('content-length')));
});
