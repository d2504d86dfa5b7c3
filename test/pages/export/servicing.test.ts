import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { type ExportFixture, openExports } from './fixture.ts';

let fixture: ExportFixture;
let fundingId: string;
let repaymentId: string;

const DAY = '\\d{4}-\\d\\d-\\d\\d';
const MOMENT = `${DAY}T\\d\\d:\\d\\d:\\d\\dZ`;

async function change(document: string, variables: Readonly<Record<string, unknown>>) {
  const { json } = await fixture.admin.graphql(document, variables);
  expect(json.errors).toBeUndefined();
  return json.data;
}

/** HKD 1,000.00 at 5 %: a repayment of 600.00, one of 100.05 that was a mistake, and a report of 20.00. */
beforeAll(async () => {
  fixture = await openExports();
  const { partner } = fixture;
  await change('mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }', {
    id: partner.partnerId,
  });
  const customerId = await partner.completeCustomer();
  const body = settlementBody(customerId, { currency: 'HKD', amount: 100_000 });
  fundingId = (await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
  const path = `/v1/instant-settlements/${fundingId}`;
  const id = fundingId;
  await change('mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.05) { id } }', {
    id,
  });
  await partner.rest('PUT', `${path}/decision`, { type: 'accept' });
  await change('mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { id } }', { id });
  const record = `mutation ($id: ID!, $input: RecordRepaymentInput!) {
    recordRepayment(id: $id, input: $input) { id } }`;
  const first = { amount: 60_000, source: 'TRANSFER', reference: '=1+1' };
  repaymentId = (await change(record, { id, input: first })).recordRepayment.id;
  const second = { amount: 10_005, source: 'OFFSET', reference: 'T-2' };
  const mistake = (await change(record, { id, input: second })).recordRepayment.id;
  await change(
    'mutation ($id: ID!) { reverseRepayment(id: $id, kind: MISTAKE, reason: "Typed twice") { id } }',
    { id: mistake },
  );
  await partner.rest('POST', `${path}/repayments`, { amount: 2_000, source: 'sales_share' });
});
afterAll(() => fixture.gateway.close());

const matches = (line: string | undefined, ...cells: readonly string[]) =>
  expect(line).toMatch(new RegExp(`^${cells.join(',')}$`));

describe('repayments', () => {
  test('are saved with what each paid, in units of the currency', async () => {
    const { lines } = await fixture.save('repayments');
    expect(lines[0]).toBe(
      '\ufeffrepayment_id,funding_id,customer_id,company_name,partner,currency,amount,received_on,source,reference,' +
        'status,principal,fee,excess,recovery,reversed_on,reversal_kind,reason,created_at,updated_at',
    );
    expect(lines).toHaveLength(4);
    const settlement = [fundingId, 'cus_\\w+', '[^,]+', 'Harbour Pay', 'HKD'];
    const [reported, reversed, received] = lines.slice(1);
    const none = ['0.00', '0.00', '0.00', '0.00'];
    const when = [MOMENT, MOMENT];
    matches(
      reported,
      'rep_\\w+',
      ...settlement,
      '20.00',
      DAY,
      'SALES_SHARE',
      '',
      'REPORTED',
      ...none,
      '',
      '',
      '',
      ...when,
    );
    const parts = ['100.05', '0.00', '0.00', '0.00'];
    const mistake = [DAY, 'MISTAKE', 'Typed twice'];
    matches(
      reversed,
      'rep_\\w+',
      ...settlement,
      '100.05',
      DAY,
      'OFFSET',
      'T-2',
      'REVERSED',
      ...parts,
      ...mistake,
      ...when,
    );
    const paid = ['550.00', '50.00', '0.00', '0.00'];
    // No spreadsheet runs the reference that a payer chose.
    matches(
      received,
      repaymentId,
      ...settlement,
      '600.00',
      DAY,
      'TRANSFER',
      "'=1\\+1",
      'RECEIVED',
      ...paid,
      '',
      '',
      '',
      ...when,
    );
  });

  test('are narrowed by each filter that the query has', async () => {
    const count = async (filter: unknown) => (await fixture.save('repayments', filter)).lines.length - 1;
    expect(await count({ status: ['REPORTED', 'RECEIVED'] })).toBe(2);
    expect(await count({ reference: '=1+1' })).toBe(1);
    expect(await count({ fundingId })).toBe(3);
    expect(await count({ receivedUntil: '2020-01-01' })).toBe(0);
    expect(await count({ partnerId: fixture.partner.partnerId, receivedFrom: '2020-01-01' })).toBe(3);
  });
});

test('the journal is saved with a line for each debit and credit, which are equal in sum', async () => {
  const { lines } = await fixture.save('journal', { fundingId });
  expect(lines[0]).toBe(
    '\ufeffentry_id,kind,posted_on,effective_on,recorded_at,partner_id,customer_id,funding_id,repayment_id,currency,' +
      'account,debit,credit,mirrors,reason',
  );
  const cells = lines.slice(1).map((line) => line.split(','));
  const of = (kind: string) =>
    cells.filter((cell) => cell[1] === kind).map((cell) => cell.slice(10, 13).join(' '));
  expect(of('DISBURSEMENT')).toEqual([
    'PRINCIPAL_RECEIVABLE 1000.00 ',
    'FEE_RECEIVABLE 50.00 ',
    'CASH  1000.00',
    'FEE_UNEARNED  50.00',
  ]);
  const sum = (at: number) => cells.reduce((all, cell) => all + Math.round(Number(cell[at]) * 100), 0);
  expect(sum(11)).toBe(sum(12));
  expect((await fixture.save('journal', { account: 'CASH', kind: 'REPAYMENT' })).lines.length - 1).toBe(3);
});

describe('a statement', () => {
  const HEAD =
    '\ufeffentry_id,kind,posted_on,effective_on,recorded_at,funding_id,repayment_id,currency,amount,balance,source,reference';

  test('of a settlement has its lines between the opening and the closing balance', async () => {
    const { lines } = await fixture.save('statement', { id: fundingId });
    expect(lines[0]).toBe(HEAD);
    expect(lines.slice(1).map((line) => line.split(',').toSpliced(2, 5).toSpliced(0, 1).join(' '))).toEqual([
      'OPENING_BALANCE HKD  0.00  ',
      'DISBURSEMENT HKD 1050.00 1050.00  ',
      `REPAYMENT HKD "-600.00" 450.00 TRANSFER '=1+1`,
      'REPAYMENT HKD "-100.05" 349.95 OFFSET T-2',
      'REVERSAL HKD 100.05 450.00 OFFSET T-2',
      'CLOSING_BALANCE HKD  450.00  ',
    ]);
    const days = [DAY, DAY, MOMENT];
    matches(
      lines[3],
      'ent_\\w+',
      'REPAYMENT',
      ...days,
      fundingId,
      repaymentId,
      'HKD',
      '"-600.00"',
      '450.00',
      'TRANSFER',
      "'=1\\+1",
    );
    expect((await fixture.save('statement', { id: fundingId, until: '2020-01-01' })).lines).toHaveLength(3);
    expect((await fixture.save('statement', { id: 'fun_none' })).lines).toEqual([HEAD]);
  });

  test('of a partner takes a currency', async () => {
    const { partnerId } = fixture.partner;
    const { lines } = await fixture.save('partner-statement', { partnerId, currency: 'HKD' });
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toBe(',CLOSING_BALANCE,,,,,,HKD,,450.00,,');
    const yen = await fixture.save('partner-statement', { partnerId, currency: 'JPY' });
    expect(yen.lines.slice(1)).toEqual([',OPENING_BALANCE,,,,,,JPY,,0,,', ',CLOSING_BALANCE,,,,,,JPY,,0,,']);
    const { status, json } = await fixture.askLink('partner-statement', { partnerId });
    expect([status, json.error.code]).toEqual([400, 'parameter_invalid']);
  });
});

test('the lists of the queue are saved with the owed and the reported amounts', async () => {
  const COMPANY = 'company_name,company_country,partner,currency';
  const { lines } = await fixture.save('queue-reported', { currency: 'HKD' });
  expect(lines[0]).toBe(
    `\ufeffrepayment_id,funding_id,${COMPANY},amount,received_on,source,reference,reported_at,long_unanswered,due_at,responsible,snoozed_until`,
  );
  matches(
    lines[1],
    'rep_\\w+',
    fundingId,
    '[^,]+',
    'HK',
    'Harbour Pay',
    'HKD',
    '20.00',
    DAY,
    'SALES_SHARE',
    '',
    MOMENT,
    'false',
    '',
    '',
    '',
  );
  const owed = `\ufefffunding_id,${COMPANY},outstanding,excess,pay_by,days_past_due,due_at,responsible,snoozed_until`;
  expect((await fixture.save('queue-overdue', { daysMin: 8 })).lines).toEqual([owed]);
  expect((await fixture.save('queue-excess')).lines).toEqual([owed]);
});

test('the trail has who saved the books and by which filter, and no reference', async () => {
  await fixture.save('repayments', {
    status: ['RECEIVED', 'REVERSED'],
    reference: 'T-2',
    receivedFrom: '2020-01-01',
  });
  const { json } = await fixture.admin.graphql(
    '{ events(first: 1, filter: { types: [EXPORT_BEGAN] }) { nodes { actor data } } }',
  );
  expect(json.data.events.nodes[0]).toEqual({
    actor: fixture.admin.keyId,
    data: {
      list: 'repayments',
      format: 'csv',
      filter: { status: 'RECEIVED,REVERSED', reference: null, received_from: '2020-01-01' },
    },
  });
});
