import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';

const database = await sharedDatabase();
const shared = { DATABASE_URL: database.url, SECRET_KEY: '7b'.repeat(32), STORAGE_URL: 'memory:' };
const cli = openCommandLine(shared);
let gateway: TestGateway;
let partner: TestPartner;
let other: TestPartner;
let customerId: string;
let fundingId: string;
beforeAll(async () => {
  gateway = await openTestGateway(shared);
  partner = await gateway.partner({ review: 'manual' });
  other = await gateway.partner({ review: 'auto' });
  customerId = await partner.completeCustomer('HK');
  fundingId = await request('HKD', 123_450);
});
afterAll(async () => {
  await gateway.close();
  cli[Symbol.dispose]();
  await database.drop();
});

async function request(currency: string, amount: number): Promise<string> {
  const body = settlementBody(customerId, { currency, amount });
  return (await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
}

async function createCustomer(by: TestPartner, changes: Readonly<Record<string, unknown>>): Promise<string> {
  return (await by.rest('POST', '/v1/customers', customerBody(changes))).json.customer_id;
}

async function json(...args: string[]) {
  const { code, out, err } = await cli.run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const eventsOf = (subject: string) =>
  gateway.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'actor'])
    .where('subject', 'like', `${subject}%`)
    .orderBy('id')
    .execute();

test('a settlement is found by the reference of its payout and of a repayment, among all partners', async () => {
  const operator = await gateway.key(partner.partnerId, { role: 'operator' });
  const customer = await other.completeCustomer('HK');
  const sent = await other.rest(
    'POST',
    '/v1/instant-settlements',
    settlementBody(customer, { amount: 1_000 }),
  );
  const id: string = sent.json.funding_id;
  await other.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  await operator.graphql(`mutation { disburseInstantSettlement(id: "${id}", reference: "OUT 5") { id } }`);
  const input = '{ amount: 5, source: TRANSFER, reference: "IN 5" }';
  await operator.graphql(`mutation { recordRepayment(id: "${id}", input: ${input}) { id } }`);
  const shown = {
    funding_id: id,
    partner_id: other.partnerId,
    customer_id: customer,
    status: 'funded',
    currency: 'HKD',
    amount: 1_000,
  };
  for (const args of [['OUT 5'], ['IN 5'], ['OUT 5', '--partner', other.partnerId]])
    expect(await json('settlement', 'find', ...args)).toEqual({ settlements: [shown], has_more: false });
  for (const args of [['OUT'], ['x'.repeat(200)], ['OUT 5', '--partner', partner.partnerId]]) {
    const { code, out, err } = await cli.run('settlement', 'find', ...args);
    const said = 'No payout and no repayment has this reference.\n';
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: said });
  }
});

test('a customer is found by id, external id, e-mail address and beginning of the name, among all partners', async () => {
  const named = await createCustomer(other, {
    company_name: 'Lantern Foods',
    external_customer_id: 'LF-1',
    contact_email: 'May.Chan@lantern.example',
  });
  const alike = await createCustomer(partner, {
    company_name: 'lantern works',
    external_customer_id: 'LW-1',
  });
  const found = async (...args: string[]) =>
    (await json('customer', 'find', ...args)).customers.map(
      ({ customer_id }: { customer_id: string }) => customer_id,
    );
  expect(await found(named)).toEqual([named]);
  expect(await found('LF-1')).toEqual([named]);
  expect(await found('may.CHAN@lantern.example')).toEqual([named]);
  expect(await found('LANTERN')).toEqual([alike, named]);
  expect(await found('lantern', '--partner', other.partnerId)).toEqual([named]);
  expect(await found(named, '--partner', other.partnerId)).toEqual([named]);
  const { code, out, err } = await cli.run('customer', 'find', named, '--partner', partner.partnerId);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: 'No customer has this id, external id or e-mail address, or a name that begins so.\n',
  });
  const page = await cli.run('customer', 'find', 'lantern', '--limit', '1');
  expect(page).toMatchObject({ code: 0, err: expect.stringMatching(/^There are more; /) });
});

test('contacts of a customer are shown only on request', async () => {
  const { contact_email, contact_name } = customerBody();
  const usual = await cli.run('customer', 'find', customerId, '--json');
  for (const personal of [contact_email, contact_name]) expect(usual.out).not.toContain(personal);
  expect((await json('customer', 'find', customerId, '--contact')).customers[0]).toMatchObject({
    partner_id: partner.partnerId,
    contact_email,
    contact_name,
  });
});

test('a settlement is shown as GraphQL shows it, without its transactions and without an event', async () => {
  const before = await eventsOf(`funding/${fundingId}`);
  const shown = await json('settlement', 'show', fundingId);
  expect(shown).toMatchObject({
    funding_id: fundingId,
    partner_id: partner.partnerId,
    customer_id: customerId,
    status: 'submitted',
    amount: 123_450,
    kyc_changed: false,
    history: [{ step: 'submit', automatic: false }],
    next_events: [
      { event: 'approve', by: 'operator' },
      { event: 'deny', by: 'operator' },
    ],
  });
  expect(shown.transactions).toBeUndefined();
  expect(await eventsOf(`funding/${fundingId}`)).toEqual(before);

  const { out } = await cli.runIn(null, 'settlement', 'show', fundingId);
  expect(out).toMatch(/^amount +HKD 1234\.50$/m);
  expect(out).toMatch(/^next +approve \(operator\), deny \(operator\)$/m);
  const narrow = await cli.runIn(40, 'settlement', 'show', fundingId);
  for (const line of narrow.out.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  expect(narrow.out).toMatch(new RegExp(`^ *${fundingId}$`, 'm'));
});

test('transactions are shown on request, as they were sent, and the trail says that the command line read them', async () => {
  const shown = await json('settlement', 'show', fundingId, '--transactions');
  expect(shown.transactions).toEqual(settlementBody(customerId)['transactions']);
  expect((await eventsOf(`funding/${fundingId}`)).at(-1)).toEqual({
    type: 'funding.transactions_read',
    actor: 'cli',
  });
});

test('a settlement that is not there is a refusal', async () => {
  const { code, err } = await cli.run('settlement', 'show', 'fun_none');
  expect({ code, err }).toEqual({ code: 1, err: 'There is no such instant settlement.\n' });
});

test('the work list has the lists of operators, with their lengths, and continues from a cursor', async () => {
  const second = await request('JPY', 5_000);
  const all = await json('work-list');
  expect(Object.keys(all)).toEqual([
    'review',
    'disburse',
    'lapsing',
    'warnings',
    'overdue',
    'reported',
    'excess',
  ]);
  expect(all.review).toMatchObject({
    total_count: 2,
    items: [{ id: fundingId, partner_id: partner.partnerId, amount: 123_450 }, { id: second }],
    next_cursor: null,
  });
  expect(all.disburse).toMatchObject({ total_count: 0, items: [] });

  const table = await cli.runIn(null, 'work-list');
  expect(table.out).toMatch(new RegExp(`^review +${fundingId} .* HKD +1234\\.50 `, 'm'));
  expect(table.out).toMatch(new RegExp(`^review +${second} .* JPY +5000 `, 'm'));
  expect(table.err).toContain('review: 2 of 2\n');

  const first = await json('work-list', 'review', '--limit', '1');
  expect(first.review.items).toHaveLength(1);
  const rest = await json('work-list', 'review', '--after', first.review.next_cursor);
  expect(rest.review.items.map(({ id }: { id: string }) => id)).toEqual([second]);
  expect((await json('work-list', '--currency', 'JPY')).review.items).toHaveLength(1);
  expect((await json('work-list', '--partner', other.partnerId)).review.total_count).toBe(0);
});

test('the work list has reported repayments by their own ids', async () => {
  const customer = await other.completeCustomer('HK');
  const asked = settlementBody(customer, { currency: 'USD', amount: 70_000 });
  const { json: made } = await other.rest('POST', '/v1/instant-settlements', asked);
  const path = `/v1/instant-settlements/${made.funding_id}`;
  await other.rest('PUT', `${path}/decision`, { type: 'accept' });
  const operator = await gateway.key(other.partnerId, { role: 'operator' });
  const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { id } }';
  await operator.graphql(disburse, { id: made.funding_id });
  const reports = 'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }';
  await operator.graphql(reports, { id: other.partnerId });
  const { json: report } = await other.rest('POST', `${path}/repayments`, {
    amount: 12_345,
    source: 'offset',
  });
  expect((await json('work-list', 'reported')).reported).toMatchObject({
    total_count: 1,
    items: [
      {
        id: report.repayment_id,
        partner_id: other.partnerId,
        amount: 12_345,
        since_or_until: report.created_at,
      },
    ],
  });
});

test('an unknown list is refused with the names of all lists', async () => {
  const { code, err } = await cli.run('work-list', 'everything');
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The list must be one of review, disburse, lapsing, warnings, overdue, reported, excess.\n',
  });
});

test.each([['partner', 'list'], ['customer', 'find', 'lantern'], ['work-list'], ['operator', 'list']])(
  '%s %s with --csv has a line for each row, and as many cells in each',
  async (...args) => {
    const { code, out } = await cli.run(...args.filter((each) => each !== undefined), '--csv');
    expect(code).toBe(0);
    const rows = out.split('\r\n').slice(0, -1);
    expect(out.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const cells = (row: string) => row.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,"]*)/g)?.length;
    expect(new Set(rows.map(cells)).size).toBe(1);
  },
);
