import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { settlementBody } from '../../support/gateway.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { proveSettings } from '../../../src/run/open/prove-settings.ts';

const DAY_MS = 86_400_000;
const SETTINGS = `{ rateCeiling { country rate } holidays { country day } smallDifference { currency amount }
  feeRecognition dueTimes { queue hours } booksClosedUntil }`;
const DEFAULTS = {
  rateCeiling: [],
  holidays: [],
  smallDifference: [],
  feeRecognition: 'OVER_PERIOD',
  dueTimes: [],
  booksClosedUntil: null,
};

let stages: Stages;
let admin: Stages['operator'];
beforeEach(async () => {
  stages = await openStages();
  admin = await stages.key(stages.partner.partnerId, {
    role: 'operator',
    scopes: ['read', 'write', 'admin'],
  });
});
afterEach(() => stages.close());

const settings = async () =>
  (await stages.operator.graphql(`{ providerSettings ${SETTINGS} }`)).json.data?.providerSettings as unknown;

async function set(input: string) {
  return changed(await admin.graphql(`mutation { updateProviderSettings(input: ${input}) ${SETTINGS} }`));
}

const setHolidays = async (holidays: readonly object[]) =>
  changed(
    await admin.graphql(
      `mutation ($holidays: [HolidayInput!]) {
        updateProviderSettings(input: { holidays: $holidays }) { holidays { day } } }`,
      { holidays },
    ),
  );

function changed({ json }: Awaited<ReturnType<Stages['operator']['graphql']>>) {
  return json.errors?.[0].extensions ?? json.data.updateProviderSettings;
}

async function close(until: string) {
  const { json } = await stages.operator.graphql(
    `mutation { closeBooks(until: "${until}") { booksClosedUntil } }`,
  );
  return json.errors?.[0].extensions ?? json.data.closeBooks;
}

const events = async () => {
  const { json } = await stages.operator.graphql(
    '{ events(first: 10, filter: { subject: "provider/provider" }) { nodes { type data } } }',
  );
  return json.data.events.nodes as unknown;
};

test('the settings have defaults, change one by one, and each change is an event with their names', async () => {
  expect(await settings()).toEqual(DEFAULTS);
  const rateCeiling = [{ country: 'HK', rate: 0.6 }];
  expect(await set('{ rateCeiling: [{ country: "HK", rate: 0.6 }] }')).toEqual({ ...DEFAULTS, rateCeiling });
  await set('{ feeRecognition: AT_DISBURSEMENT, smallDifference: [{ currency: "HKD", amount: 5 }] }');
  await set('{ feeRecognition: AT_DISBURSEMENT }');
  expect(await settings()).toEqual({
    ...DEFAULTS,
    rateCeiling,
    smallDifference: [{ currency: 'HKD', amount: 5 }],
    feeRecognition: 'AT_DISBURSEMENT',
  });
  expect(await events()).toEqual([
    { type: 'PROVIDER_UPDATED', data: { changed: ['small_difference', 'fee_recognition'] } },
    { type: 'PROVIDER_UPDATED', data: { changed: ['rate_ceiling'] } },
  ]);
  expect((await verify(stages)).findings).toEqual([]);
});

test.each([
  ['{ rateCeiling: [{ country: "SG", rate: 0.6 }] }', 'rateCeiling[0].country'],
  ['{ rateCeiling: [{ country: "HK", rate: 100.1 }] }', 'rateCeiling[0].rate'],
  ['{ rateCeiling: [{ country: "HK", rate: 1 }, { country: "HK", rate: 2 }] }', 'rateCeiling'],
  ['{ smallDifference: [{ currency: "HKD", amount: 1000001 }] }', 'smallDifference[0].amount'],
  ['{ smallDifference: [{ currency: "HKD", amount: -1 }] }', 'smallDifference[0].amount'],
  [
    '{ smallDifference: [{ currency: "HKD", amount: 1 }, { currency: "HKD", amount: 2 }] }',
    'smallDifference',
  ],
  ['{ dueTimes: [{ queue: REVIEW, hours: 0 }] }', 'dueTimes[0].hours'],
  ['{ dueTimes: [{ queue: REPORTED, hours: 721 }] }', 'dueTimes[0].hours'],
  ['{ dueTimes: [{ queue: REVIEW, hours: 1 }, { queue: REVIEW, hours: 2 }] }', 'dueTimes'],
  ['{ holidays: [{ country: "HK", day: "2026-10-01" }, { country: "HK", day: "2026-10-01" }] }', 'holidays'],
])('%s is refused, and the error names its place', async (input, param) => {
  expect(await set(input)).toMatchObject({ code: 'parameter_invalid', param });
});

test('a country has at most a hundred holidays a year, and all of them a thousand', async () => {
  const days = (country: string, year: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      country,
      day: new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 'YYYY-MM-DD'.length),
    }));
  const refused = { code: 'parameter_invalid', param: 'holidays' };
  expect(await setHolidays(days('HK', 2026, 101))).toMatchObject(refused);
  const most = [2026, 2027, 2028, 2029, 2030].flatMap((year) => [
    ...days('HK', year, 100),
    ...days('MY', year, 100),
  ]);
  expect(await setHolidays([...most, ...days('HK', 2031, 1)])).toMatchObject(refused);
  expect((await setHolidays(most)).holidays).toHaveLength(1_000);
});

test('only operators read them, and only with the scope admin they are changed', async () => {
  const code = async (by: { graphql: Stages['operator']['graphql'] }, field: string) =>
    (await by.graphql(field)).json.errors[0].extensions.code as unknown;
  expect(await code(stages.partner, '{ providerSettings { updatedAt } }')).toBe('permission_denied');
  const change = 'mutation { updateProviderSettings(input: { rateCeiling: [] }) { updatedAt } }';
  const clerk = await stages.key(stages.partner.partnerId, { role: 'operator', scopes: ['read', 'write'] });
  expect(await code(clerk, change)).toBe('permission_denied');
});

describe('a ceiling of annual rates', () => {
  const approve = (id: string, rate: number) =>
    stages.operator.graphql(
      `mutation { approveInstantSettlement(id: "${id}", interestRate: ${rate}) { status annualRate fee } }`,
    );

  test('refuses an approval above it, and only in its country', async () => {
    // 1,000,000 for 30 days: a fee of 10,000 is 0.1216666667 a year.
    await set('{ rateCeiling: [{ country: "HK", rate: 0.1216666666 }, { country: "MY", rate: 0 }] }');
    const id = await stages.submit({ amount: 1_000_000, settlement_period: 30 });
    const refused = (await approve(id, 0.01)).json.errors[0].extensions;
    expect(refused).toMatchObject({ code: 'rate_above_ceiling', param: 'interestRate' });
    expect((await stages.read(id)).status).toBe('submitted');
    await set('{ rateCeiling: [{ country: "HK", rate: 0.1216666667 }] }');
    expect((await approve(id, 0.01)).json.data.approveInstantSettlement).toEqual({
      status: 'APPROVED',
      annualRate: 0.1216666667,
      fee: 10_000,
    });
    expect((await approve(id, 0.5)).json.errors[0].extensions.code).toBe('funding_status_invalid');
  });

  test('leaves a request submitted that would be approved automatically', async () => {
    await set('{ rateCeiling: [{ country: "HK", rate: 0.0243 }] }');
    const { partner, customerId } = stages;
    await admin.graphql(
      `mutation { updatePartner(id: "${partner.partnerId}", input: { review: AUTO }) { review } }`,
    );
    const body = settlementBody(customerId, { amount: 1_000_000, settlement_period: 30 });
    const ask = () => partner.rest('POST', '/v1/instant-settlements', body);
    const { json } = await ask();
    expect([json.status, json.fee, json.annual_rate, json.repayment_order]).toEqual([
      'submitted',
      null,
      null,
      null,
    ]);
    await set('{ rateCeiling: [] }');
    const next = await ask();
    expect([next.json.status, next.json.fee, next.json.annual_rate]).toEqual([
      'approved',
      2_000,
      0.0243333333,
    ]);
  });
});

describe('books', () => {
  test('are closed until a day before today, and never opened again', async () => {
    // The clock stands at 08:00 of 1 March in Hong Kong.
    expect(await close('2026-03-01')).toMatchObject({ code: 'parameter_invalid', param: 'until' });
    expect(await close('2026-01-31')).toEqual({ booksClosedUntil: '2026-01-31' });
    expect(await close('2026-01-31')).toEqual({ booksClosedUntil: '2026-01-31' });
    expect(await close('2026-01-30')).toMatchObject({ code: 'parameter_invalid', param: 'until' });
    expect(await close('2026-02-28')).toEqual({ booksClosedUntil: '2026-02-28' });
    expect(await events()).toEqual([
      { type: 'PROVIDER_BOOKS_CLOSED', data: { until: '2026-02-28' } },
      { type: 'PROVIDER_BOOKS_CLOSED', data: { until: '2026-01-31' } },
    ]);
    expect((await verify(stages)).findings).toEqual([]);
  });

  test('if two requests close them at once, both are kept in their order or the earlier day is refused', async () => {
    const results = await Promise.all([close('2026-01-31'), close('2026-02-15')]);
    expect(results[1]).toEqual({ booksClosedUntil: '2026-02-15' });
    expect(await settings()).toMatchObject({ booksClosedUntil: '2026-02-15' });
  });
});

describe('a change of holidays', () => {
  const payBy = async (id: string) => (await stages.read(id)).servicing.pay_by as unknown;
  /** A settlement that is due on Wednesday, 1 April 2026. */
  const fund = async () => {
    const id = await stages.submit({ settlement_period: 31 });
    for (const event of ['approve', 'accept', 'disburse'] as const) await stages.cause(event, id);
    return id;
  };

  test('moves the last day of an open payment, and moves it back', async () => {
    const id = await fund();
    expect(await payBy(id)).toBe('2026-04-01');
    await set('{ holidays: [{ country: "HK", day: "2026-04-01" }, { country: "HK", day: "2026-04-02" }] }');
    await runHousekeeping(stages.gateway);
    expect(await payBy(id)).toBe('2026-04-03');
    await set('{ holidays: [{ country: "MY", day: "2026-04-01" }] }');
    await runHousekeeping(stages.gateway);
    expect(await payBy(id)).toBe('2026-04-01');
    await runHousekeeping(stages.gateway);
    const moved = (await stages.trail()).filter((type) => type === 'funding.due_on_changed');
    expect(moved).toHaveLength(2);
    expect((await verify(stages)).findings).toEqual([]);
  });

  test('counts for a payout after it at once', async () => {
    await set('{ holidays: [{ country: "HK", day: "2026-04-01" }] }');
    expect(await payBy(await fund())).toBe('2026-04-02');
  });

  test('moves no day that is past, and none into the past', async () => {
    const id = await fund();
    await set('{ holidays: [{ country: "HK", day: "2026-04-01" }] }');
    await runHousekeeping(stages.gateway);
    expect(await payBy(id)).toBe('2026-04-02');
    stages.wait(32 * DAY_MS);
    await set('{ holidays: [] }');
    await runHousekeeping(stages.gateway);
    expect(await payBy(id)).toBe('2026-04-02');
    stages.wait(DAY_MS);
    await set('{ holidays: [{ country: "HK", day: "2026-04-02" }] }');
    await runHousekeeping(stages.gateway);
    expect(await payBy(id)).toBe('2026-04-02');
  });

  test('moves no day that is past, also if the payout is corrected and the due day stays', async () => {
    const id = await fund();
    await admin.graphql(
      `mutation { extendInstantSettlement(id: "${id}", dueOn: "2026-04-08", reason: "late sales") { id } }`,
    );
    stages.wait(39 * DAY_MS);
    await set('{ holidays: [{ country: "HK", day: "2026-04-08" }] }');
    const { json } = await admin.graphql(
      `mutation { correctDisbursement(id: "${id}", paidOn: "2026-03-02", reason: "value date") { id } }`,
    );
    expect(json.errors).toBeUndefined();
    expect((await stages.read(id)).servicing).toMatchObject({
      funded_on: '2026-03-02',
      due_on: '2026-04-08',
      pay_by: '2026-04-08',
    });
  });
});

describe('settings that were changed in the database directly', () => {
  const db = () => stages.gateway.database.writes;
  const found = async () =>
    (await verify(stages)).findings.map(({ fault, record, subject }) => [fault, record ?? subject]);

  test('of the provider are refused when they price, and found by the verification', async () => {
    const id = await stages.submit();
    await db().updateTable('provider_settings').set({ settings: '{}' }).execute();
    expect(await settings()).toBeUndefined();
    const approved = await stages.cause('approve', id);
    expect(approved?.json.errors[0].extensions.code).toBe('service_unavailable');
    expect(await found()).toEqual([['record_forged', 'provider_settings/provider']]);
  });

  test('of the provider are missed if they were removed, and no start makes them again', async () => {
    await set('{ rateCeiling: [{ country: "HK", rate: 0.1 }] }');
    await db().deleteFrom('provider_settings').execute();
    const { gateway } = stages;
    await proveSettings({ ...gateway, now: stages.now() });
    expect(await settings()).toBeUndefined();
    expect(await found()).toEqual([['record_removed', 'provider/provider']]);
  });

  test('of the provider are refused at a change if they are older than the trail', async () => {
    const before = await db().selectFrom('provider_settings').selectAll().executeTakeFirstOrThrow();
    await set('{ rateCeiling: [{ country: "HK", rate: 0.1 }] }');
    await db().updateTable('provider_settings').set(before).execute();
    expect(await set('{ rateCeiling: [{ country: "HK", rate: 0.2 }] }')).toMatchObject({
      code: 'service_unavailable',
    });
    expect(await found()).toEqual([['record_differs', 'provider_settings/provider']]);
  });

  test('of a partner are refused when they price, and found by the verification', async () => {
    const id = await stages.submit();
    const { partnerId } = stages.partner;
    const pricing = JSON.stringify({ default: 0.9, bands: [] });
    await db().updateTable('partner').set({ pricing }).where('id', '=', partnerId).execute();
    const approved = await stages.cause('approve', id);
    expect(approved?.json.errors[0].extensions.code).toBe('service_unavailable');
    const body = { customer_id: stages.customerId };
    expect((await stages.partner.rest('POST', '/v1/instant-settlements', body)).status).toBe(503);
    expect(await found()).toEqual([['record_forged', `partner/${partnerId}`]]);
  });

  test('of a partner of an earlier version are proven at the first start, and only then', async () => {
    const { partnerId } = stages.partner;
    const blank = () =>
      db().updateTable('partner').set({ mac: '', steps: 0 }).where('id', '=', partnerId).execute();
    const start = () => proveSettings({ ...stages.gateway, now: stages.now() });
    await blank();
    await db().deleteFrom('provider_settings').execute();
    await start();
    expect((await verify(stages)).findings).toEqual([]);
    await blank();
    await start();
    expect(await found()).toContainEqual(['record_forged', `partner/${partnerId}`]);
  });
});
