import { expect } from 'vitest';
import { dayAfter, type Story } from './story.ts';

const STATES = ['written_off', 'settled', 'overdue', 'due_soon', 'current'] as const;
/** The bounds of the ages, in days after the last day for the payment. */
const AGES: readonly (readonly [from: number, until: number])[] = [
  [-100_000, 0],
  [1, 7],
  [8, 30],
  [31, 60],
  [61, 90],
  [91, 180],
  [181, 365],
  [366, 100_000],
];

/** What lists and totals say of all settlements must follow from the settlements. */
export async function checkTotals(story: Story): Promise<void> {
  const { stage } = story;
  const rows = await stage.gateway.database.reads.selectFrom('servicing').selectAll().execute();
  const today = stage.today();
  const sums = AGES.map(() => ({ count: 0, amount: 0 }));
  const claims = { count: 0, amount: 0 };
  for (const row of rows) {
    const outstanding = row.principal_outstanding + row.fee_outstanding + row.refund_receivable;
    const claim = row.written_off_principal + row.written_off_fee - row.recovered;
    const age = AGES.findIndex(
      ([from, until]) => today >= dayAfter(row.pay_by, from) && today <= dayAfter(row.pay_by, until),
    );
    const sum = row.written_off_on === null ? sums[age] : claims;
    const amount = row.written_off_on === null ? outstanding : claim;
    if (sum === undefined || amount === 0) continue;
    sum.count += 1;
    sum.amount += amount;
  }
  const { json } = await stage.admin.graphql(`{ settlementOverview { outstanding {
    ages { currency count amount } claims { currency count amount }
  } } }`);
  const shown = json.data.settlementOverview.outstanding;
  const parts = ({ count, amount }: { readonly count: number; readonly amount: number | string }) =>
    `${count} of ${amount}`;
  const isNothing = sums.every(({ count }) => count === 0);
  expect(shown.ages.map(parts)).toEqual(isNothing ? [] : sums.map(parts));
  expect(shown.claims.map(parts)).toEqual(claims.count === 0 ? [] : [parts(claims)]);
}

const STATUSES = ['reported', 'received', 'declined', 'cancelled', 'reversed'] as const;

/** The lists of repayments have as many as there are in each status. */
export async function checkRepayments({ stage }: Story): Promise<void> {
  const counts = STATUSES.map(
    (status) => `${status}: repayments(filter: { status: [${status.toUpperCase()}] })`,
  );
  const { json } = await stage.admin.graphql(`{ ${counts.join(' { totalCount } ')} { totalCount } }`);
  const rows = await stage.gateway.database.reads.selectFrom('repayment').select('status').execute();
  for (const each of STATUSES)
    expect([each, json.data[each].totalCount]).toEqual([
      each,
      rows.filter(({ status }) => status === each).length,
    ]);
}

/** The filter by state finds a settlement in the state that it shows, and in no other one. */
export async function checkState(story: Story): Promise<void> {
  const { servicing, status } = await story.settlement();
  const found = await Promise.all(
    STATES.map(async (state) => {
      const { json } = await story.partner.rest(
        'GET',
        `/v1/instant-settlements?servicing_state=${state}&limit=100`,
      );
      return json.items.some(({ funding_id }: { funding_id: string }) => funding_id === story.id)
        ? state
        : null;
    }),
  );
  expect(found.filter((state) => state !== null)).toEqual(servicing === null ? [] : [servicing.state]);
  const { json } = await story.partner.rest('GET', `/v1/instant-settlements?status=${status}&limit=1`);
  expect(json.items[0]?.funding_id).toBe(story.id);
}

const BALANCES = ['principal_outstanding', 'fee_outstanding', 'refund_receivable', 'paid', 'excess'] as const;

/** What the last check saw. */
const seen = new WeakMap<Story, { readonly balances: string; readonly events: number }>();

/** Each change of a balance writes an event of the settlement. */
export async function checkEvents(story: Story): Promise<void> {
  const { servicing } = await story.settlement();
  const { events } = await story.stage.gateway.database.reads
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .where('subject', '=', `funding/${story.id}`)
    .where('type', '<>', 'funding.fee_earned')
    .executeTakeFirstOrThrow();
  const balances = JSON.stringify(servicing === null ? null : BALANCES.map((name) => servicing[name]));
  const before = seen.get(story);
  if (before !== undefined && before.balances !== balances) expect(events).toBeGreaterThan(before.events);
  seen.set(story, { balances, events });
}
