import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycBody, openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { APIS, OPERATIONS, send, type Subject, validInput } from './apis.ts';
import { rowCounts } from '../../support/database/row-counts.ts';
import { setAt, type Step } from './set-at.ts';

let fixture: TestGateway;
let subject: Subject;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  subject = { partner, customerId: await partner.completeCustomer('HK') };
});
afterAll(() => fixture.close());

const proto = (): unknown => JSON.parse('{"__proto__": {"admin": true}}');

describe.each(APIS)('on $name', (api) => {
  test.each(OPERATIONS)('%s refuses a member that it does not have', async (operation) => {
    const before = await rowCounts(fixture.gateway.database.reads);
    for (const name of ['bogus', 'constructor', 'toString', '', '名', 'x'.repeat(100_000)]) {
      const outcome = await send(api, operation, subject, { ...validInput(operation, subject), [name]: 1 });
      expect(outcome).toMatchObject({ code: 'parameter_unknown' });
      expect(outcome.params.join()).toContain(api.spell(name).slice(0, 50));
      expect(outcome.text).toMatch(/"message":"[^ ].* is not a known member\./);
      expect(outcome.text.length).toBeLessThan(2_000);
    }
    expect(await rowCounts(fixture.gateway.database.reads)).toEqual(before);
  });

  test.each(OPERATIONS)('%s refuses __proto__ as a member that it does not have', async (operation) => {
    const input = Object.fromEntries([
      ...Object.entries(validInput(operation, subject)),
      ['__proto__', { admin: true }],
    ]);
    const outcome = await send(api, operation, subject, input);
    expect(outcome).toMatchObject({ code: 'parameter_unknown' });
    expect(outcome.params.join()).toContain('proto');
  });

  test.each<{ path: readonly Step[]; param: string }>([
    { path: ['registered_address', 'bogus'], param: 'bogus' },
    { path: ['directors_identity_number', 0, 'bogus'], param: '[0].bogus' },
    { path: ['shareholders_identity_number', 0, 'bogus'], param: '[0].bogus' },
    { path: ['registered_address'], param: 'proto' },
  ])('updateKyc names the path of an unknown member at $path', async ({ path, param }) => {
    const value = path.length === 1 ? proto() : 1;
    const outcome = await send(api, 'updateKyc', subject, setAt(kycBody(), path, value));
    expect(outcome.text).toContain('parameter_unknown');
    expect(outcome.params.join(' ')).toContain(param);
  });

  test('every field that fails is listed, the first one at the top', async () => {
    const outcome = await send(api, 'createCustomer', subject, {});
    expect(outcome.code).toBe('parameter_missing');
    expect(outcome.params).toHaveLength(8);
  });
});

test('a customer that was read can be sent back, read-only members and all', async () => {
  const { rest } = subject.partner;
  const path = `/v1/customers/${subject.customerId}`;
  const { json } = await rest('GET', path);
  const put = await rest('PUT', path, json);
  expect(put.status).toBe(200);
  expect(put.json).toEqual(json);
});

test('a KYC record that was read can be sent back, read-only members and all', async () => {
  const { rest } = subject.partner;
  const path = `/v1/kyc/hk/${subject.customerId}`;
  const { json } = await rest('GET', path);
  const put = await rest('PUT', path, json);
  expect(put.status).toBe(200);
  expect(put.json).toEqual(json);
});

test('a settlement that was read can be sent as a new request and with a decision', async () => {
  const { rest } = subject.partner;
  const first = await rest('POST', '/v1/instant-settlements', settlementBody(subject.customerId));
  const second = await rest('POST', '/v1/instant-settlements', first.json);
  expect(second.status).toBe(200);
  expect(second.json.funding_id).not.toBe(first.json.funding_id);
  const path = `/v1/instant-settlements/${first.json.funding_id}/decision`;
  expect((await rest('PUT', path, { ...first.json, type: 'accept' })).json.status).toBe('accepted');
});

test('read-only members are taken at the top level only', async () => {
  const outcome = await send(
    { name: 'REST', spell: (name) => name },
    'updateKyc',
    subject,
    setAt(kycBody(), ['registered_address', 'created_at'], 'x'),
  );
  expect(outcome).toMatchObject({ code: 'parameter_unknown', params: ['registered_address.created_at'] });
});
