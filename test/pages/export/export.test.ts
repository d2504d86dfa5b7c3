import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { type ExportFixture, openExports, PAGE } from './fixture.ts';

const COUNT = 230;
const ODD = [
  '=1+1',
  '@SUM(A1)',
  '-2 Limited',
  '+852 Foods',
  'Tea "House", Peak House',
  '<img src=x onerror=alert(1)>',
  '海港貿易有限公司',
];

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports({ WEBHOOK_ALLOW: '127.0.0.1' });
  await fixture.addCustomers([
    ...ODD,
    ...Array.from({ length: COUNT - ODD.length }, (_, at) => `Company ${at}`),
  ]);
});
afterAll(() => fixture.gateway.close());

test('a list is saved whole, in pages, as a file with a name', async () => {
  const before = fixture.pagesRead();
  const { headers, text, lines } = await fixture.save('customers');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="customers-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text.startsWith('\ufeffcustomer_id,')).toBe(true);
  const ids = text.match(/cus_\w+/g) ?? [];
  expect(new Set(ids).size).toBe(COUNT);
  expect(ids).toHaveLength(COUNT);
  expect(lines.at(-1)).toMatch(/^cus_\w+,.+,HK,ext-1,Harbour Pay,INCOMPLETE,20/);
  // Of the link one, of the file three.
  expect(fixture.pagesRead() - before).toBe(4);
});

test('no cell is a formula, and a cell with quotes or lines is one cell', async () => {
  const { text } = await fixture.save('customers');
  expect(text).toContain(",'=1+1,HK,");
  expect(text).toContain(",'@SUM(A1),HK,");
  expect(text).toContain(",'-2 Limited,HK,");
  expect(text).toContain(",'+852 Foods,HK,");
  expect(text).toContain(',"Tea ""House"", Peak House",HK,');
  expect(text).toContain(',<img src=x onerror=alert(1)>,HK,');
  expect(text).toContain(',海港貿易有限公司,HK,');
});

test('a filter narrows the file as it narrows the list', async () => {
  const { lines } = await fixture.save('customers', { companyName: 'company 22' });
  // 22, and 220 to 222.
  expect(lines).toHaveLength(1 + 4);
  const none = await fixture.save('customers', { partnerId: 'par_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  expect(none.lines).toHaveLength(1);
});

test('a filter that no screen has is a filter of the file, if the query has it', async () => {
  const { lines } = await fixture.save('events', { types: ['PARTNER_CREATED'] });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(',PARTNER_CREATED,');
});

test('a tiny rate is a plain decimal', async () => {
  await fixture.gateway.partner({ name: 'Cheap Pay', interest_rate: { default: 1e-7, bands: [] } });
  const { text } = await fixture.save('partners', { name: 'Cheap' });
  expect(text).toMatch(/,Cheap Pay,.*,0\.0000001,0\.00001,20/);
});

test('no link contains the e-mail address of a search', async () => {
  const filter = { contactEmail: 'tai.man@harbour.example' };
  const path = await fixture.linkTo('customers-by-email', filter);
  expect(path).not.toContain('harbour');
  expect(Buffer.from(path.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain('harbour');
  expect((await fixture.save('customers-by-email', filter)).lines.length).toBeGreaterThan(COUNT);
});

const SETTLEMENT_COLUMNS =
  'id,company_name,company_country,partner,currency,amount,at,kyc_changed,due_at,responsible,snoozed_until';

describe('each list has the columns that its screen shows', () => {
  let customerId: string;
  let endpointId: string;
  beforeAll(async () => {
    customerId = await fixture.partner.completeCustomer();
    await fixture.partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(customerId, { currency: 'JPY', amount: 2_469_000 }),
    );
    const made = await fixture.partner.rest('POST', '/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:9999/in',
      event_types: ['*'],
    });
    endpointId = made.json.webhook_endpoint_id;
  });

  test.each([
    ['queue-review', {}, SETTLEMENT_COLUMNS, 1],
    ['queue-disburse', { currency: 'HKD' }, SETTLEMENT_COLUMNS, 0],
    ['queue-lapsing', {}, SETTLEMENT_COLUMNS, 0],
    ['queue-warnings', {}, 'id,company_name,company_country,partner,kyc_status,at,due_at,snoozed_until', 0],
    [
      'partners',
      { name: 'Harbour' },
      'partner_id,name,review,auto_accept,interest_rate,interest_rate_percent,created_at',
      1,
    ],
    ['operators', {}, 'operator_id,name,email,scopes,created_at,disabled_at', 0],
    [
      'webhook-endpoints',
      {},
      'webhook_endpoint_id,partner_id,url,description,event_types,status,disabled_reason,created_at',
      1,
    ],
  ])('%s', async (list, filter, columns, rows) => {
    const { lines } = await fixture.save(list, filter);
    expect(lines[0]).toBe(`\ufeff${columns}`);
    expect(lines.slice(1).filter((line) => line !== '').length).toBeGreaterThanOrEqual(rows);
  });

  test('settlements of a customer, whose amounts are in whole units of the currency', async () => {
    const { lines } = await fixture.save('settlements', { id: customerId });
    expect(lines[0]).toBe(
      '\ufefffunding_id,currency,amount,status,settlement_period,interest_rate,interest_rate_percent,created_at',
    );
    expect(lines[1]).toMatch(/^fun_\w+,JPY,2469000,SUBMITTED,\d+,0\.002,0\.2,20/);
    expect((await fixture.save('settlements', { id: 'cus_none' })).lines).toHaveLength(1);
  });

  test('keys of a partner', async () => {
    const { lines } = await fixture.save('keys', { partnerId: fixture.partner.partnerId });
    expect(lines[0]).toBe('\ufeffkey_id,name,role,scopes,created_at,last_used_at,expires_at,revoked_at');
    expect(lines).toHaveLength(3);
  });

  test('what waits for a second person, and the keys of who asked', async () => {
    const { gateway, admin, partner } = fixture;
    const personOf = async (name: string) => {
      const made = await admin.graphql(
        'mutation ($name: String!) { createOperator(input: { name: $name }) { id } }',
        { name },
      );
      const operatorId: string = made.json.data.createOperator.id;
      const key = await admin.graphql(
        'mutation ($id: ID!) { createApiKey(input: { role: OPERATOR, operatorId: $id }) { apiKey } }',
        { id: operatorId },
      );
      return { operatorId, ...gateway.withKey(key.json.data.createApiKey.apiKey) };
    };
    const ann = await personOf('=Ann');
    await personOf('Bob');
    await ann.graphql(
      'mutation { updateProviderSettings(input: { twoPeople: [{ operation: APPROVE, rule: ALWAYS }] }) { updatedAt } }',
    );
    const body = settlementBody(customerId, { currency: 'HKD', amount: 123_456 });
    const { json } = await partner.rest('POST', '/v1/instant-settlements', body);
    await ann.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { id } }', {
      id: json.funding_id,
    });
    await ann.graphql('mutation { createOperator(input: { name: "Eve" }) { id } }');
    const { lines } = await fixture.save('queue-approvals');
    expect(lines[0]).toBe(
      '\ufeffapproval_id,operation,mutation,object_id,funding_id,company_name,currency,amount,asked_by,asked_at,lapses_at',
    );
    expect(lines[1]).toMatch(/^apv_\w+,OPERATOR,createOperator,,,,,,'=Ann,20[^,]+,20[^,]+$/);
    const approval = `APPROVE,approveInstantSettlement,${json.funding_id},${json.funding_id}`;
    expect(lines[2]).toMatch(new RegExp(`^apv_\\w+,${approval},[^,]+,HKD,1234.56,'=Ann,`));
    expect(lines).toHaveLength(3);
    const filtered = await fixture.save('queue-approvals', { operation: 'OPERATOR' });
    expect(filtered.lines).toEqual(lines.slice(0, 2));
    const keys = await fixture.save('keys', { operatorId: ann.operatorId });
    expect(keys.lines).toEqual([expect.anything(), expect.stringMatching(/^key_\w+,default,OPERATOR,/)]);
  });

  test('the trail', async () => {
    const { lines } = await fixture.save('events', { subject: `customer/${customerId}` });
    expect(lines[0]).toBe('\ufeffevent_id,created_at,type,subject,actor,actor_name,request_id,data');
    expect(lines[1]).toContain(`CUSTOMER_CREATED,customer/${customerId},key_`);
  });

  test('deliveries of an endpoint', async () => {
    const { lines } = await fixture.save('deliveries', { id: endpointId, status: 'PENDING' });
    expect(lines[0]).toBe(
      '\ufeffwebhook_delivery_id,event_id,event_type,status,attempts,created_at,completed_at',
    );
  });
});

describe('a link', () => {
  test('is given only to the page', async () => {
    const { gateway, cookie } = fixture;
    const body = { list: 'customers', filter: {} };
    const { status, json } = await gateway.fetch('POST', '/console/exports', { headers: { cookie }, body });
    expect([status, json.error.code]).toEqual([401, 'session_ended']);
    const foreign = { ...PAGE, cookie, 'sec-fetch-site': 'cross-site' };
    expect((await gateway.fetch('POST', '/console/exports', { headers: foreign, body })).status).toBe(401);
  });

  test('is refused if the list would be, and says so', async () => {
    const reader = await fixture.gateway.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read'],
    });
    const cookie = await fixture.signIn(reader.apiKey);
    const { status, json } = await fixture.askLink('operators', {}, { cookie });
    expect([status, json.error.code]).toEqual([403, 'permission_denied']);
    expect(json.error.request_id).toMatch(/^[\w-]+$/);
    expect((await fixture.askLink('customers', {}, { cookie })).status).toBe(200);
  });

  test.each([
    ['passwords', {}, 'parameter_invalid'],
    ['__proto__', {}, 'parameter_invalid'],
    ['customers', { other: 'x' }, 'parameter_unknown'],
    ['customers', { companyName: { deep: 'x' } }, 'parameter_invalid'],
    ['customers', 'x', 'parameter_invalid'],
    ['customers', { companyName: 'x'.repeat(301) }, 'parameter_invalid'],
    ['operators', { name: 'x' }, 'parameter_invalid'],
  ])('to %s by %j does not exist', async (list, filter, code) => {
    const { status, json } = await fixture.askLink(list, filter);
    expect([status, json.error.code]).toEqual([400, code]);
  });

  test('works only for the session that asked for it, within a minute, and unchanged', async () => {
    const path = await fixture.linkTo('customers');
    expect((await fixture.follow(path, {})).status).toBe(401);
    const other = await fixture.signIn(fixture.admin.apiKey);
    expect((await fixture.follow(path, { cookie: other })).status).toBe(403);
    const changed = path.slice(0, -3) + (path.endsWith('AAA') ? 'BBB' : 'AAA');
    expect((await fixture.follow(changed)).status).toBe(403);
    expect((await fixture.follow('/console/exports/v1.x.y')).status).toBe(403);
    fixture.passSeconds(61);
    const late = await fixture.follow(path);
    expect([late.status, (await late.json()).error.code]).toEqual([403, 'url_expired']);
  });

  test('has the headers of its file for a HEAD, which reads nothing', async () => {
    const path = await fixture.linkTo('customers');
    const before = fixture.pagesRead();
    const { status, headers } = await fixture.gateway.fetch('HEAD', path, {
      headers: { cookie: fixture.cookie },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(fixture.pagesRead()).toBe(before);
  });
});
