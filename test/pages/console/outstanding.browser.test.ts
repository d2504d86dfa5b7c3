import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { setPricing } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const DAY_SECONDS = 86_400;
const PERIOD_DAYS = 30;
/** The largest amount that a number of JSON holds exactly. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** What was sent, and how many days ago its last day for the payment was; weekends move that by two days at most. */
const SENT = [
  { daysPast: 400, currency: 'HKD', amount: 120_000 },
  { daysPast: 400, currency: 'JPY', amount: LARGEST },
  { daysPast: 200, currency: 'HKD', amount: 340_000 },
  { daysPast: 105, currency: 'MYR', amount: 1_250_000 },
  { daysPast: 75, currency: 'HKD', amount: 90_000 },
  { daysPast: 45, currency: 'USD', amount: 7_700_000 },
  { daysPast: 12, currency: 'HKD', amount: 2_500_000 },
  { daysPast: 5, currency: 'JPY', amount: LARGEST },
  { daysPast: 5, currency: 'SGD', amount: 1 },
  { daysPast: -30, currency: 'HKD', amount: 9_900_000 },
  { daysPast: -30, currency: 'JPY', amount: LARGEST },
  { daysPast: -30, currency: 'SGD', amount: 1_000_000 },
] as const;
type Sent = (typeof SENT)[number];

describe('outstanding money, in the overview', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let customerId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    // Without a fee, so that the largest amount can be asked for.
    await setPricing(fixture, 0);
    customerId = await fixture.partner.completeCustomer();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** A settlement without a fee whose money was sent now. */
  async function fund({ currency, amount }: Pick<Sent, 'currency' | 'amount'>): Promise<string> {
    const { admin, partner } = fixture;
    const body = settlementBody(customerId, { currency, amount, settlement_period: PERIOD_DAYS });
    const { json: made } = await partner.rest('POST', '/v1/instant-settlements', body);
    const id: string = made.funding_id;
    await admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }', { id });
    await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    const { json } = await admin.graphql(
      'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment-1") { status } }',
      { id },
    );
    expect(json.data.disburseInstantSettlement).toEqual({ status: 'FUNDED' });
    return id;
  }

  const card = () => ada.page.getByRole('region', { name: 'What is outstanding, and how long overdue' });
  const captions = () => card().locator('caption').allTextContents();
  const table = (currency: string) => card().getByRole('table', { name: new RegExp(`^${currency} `) });
  const rowsOf = async (currency: string) =>
    (await table(currency).locator('tbody tr').all()).map(async (row) =>
      (await row.locator('th, .number').allTextContents()).join(' | '),
    );
  /** The widths of the bars, in percent of the longest. */
  const bars = (currency: string) =>
    table(currency)
      .locator('.share span')
      .evaluateAll((spans) => spans.map((span) => (span instanceof HTMLElement ? span.style.width : '')));
  /** The cells that are outside of their table or of the card, or cut. */
  const outside = () =>
    card().evaluate((section) => {
      const { right } = (section.querySelector('.sums') ?? section).getBoundingClientRect();
      return [...section.querySelectorAll('tbody :is(td, th), caption, table')].filter(
        (each) => each.getBoundingClientRect().right > right + 0.5 || each.scrollWidth > each.clientWidth + 1,
      ).length;
    });
  const everyWidth = (name: string) =>
    everyLook(ada, name, async (look) => expect(await outside(), look).toBe(0));

  test('is nothing at first', async () => {
    await goTo(fixture, ada, 'overview');
    await card().getByText('Nothing is outstanding.').waitFor();
    await everyWidth('outstanding-none');
  });

  test('is one bar in one currency, which is not due', async () => {
    const id = await fund({ currency: 'HKD', amount: 1_234_567 });
    await goTo(fixture, ada, 'queue/review');
    await goTo(fixture, ada, 'overview');
    await expect.poll(captions).toEqual(['HKD 12,345.67']);
    expect(await Promise.all(await rowsOf('HKD'))).toEqual([
      'Not due | 1 | 12,345.67',
      '1–7 days | – | –',
      '8–30 days | – | –',
      '31–60 days | – | –',
      '61–90 days | – | –',
      '91–180 days | – | –',
      '181–365 days | – | –',
      'Over 365 days | – | –',
    ]);
    expect(await bars('HKD')).toEqual(['100%']);
    await everyWidth('outstanding-one');
    await fixture.admin.graphql(
      'mutation ($id: ID!) { writeOffInstantSettlement(id: $id, code: FRAUD) { id } }',
      { id },
    );
  });

  test('is only a claim after it was written off', async () => {
    await goTo(fixture, ada, 'queue/review');
    await goTo(fixture, ada, 'overview');
    await expect.poll(captions).toEqual(['HKD 0.00']);
    expect(await Promise.all(await rowsOf('HKD'))).toEqual(['Claims (written off) | 1 | 12,345.67']);
    await everyWidth('outstanding-claim');
  });

  test('has a bar for each age and exact sums of any size in each currency', async () => {
    let ago = SENT[0].daysPast + PERIOD_DAYS;
    for (const sent of SENT) {
      fixture.passSeconds((ago - sent.daysPast - PERIOD_DAYS) * DAY_SECONDS);
      ago = sent.daysPast + PERIOD_DAYS;
      await fund(sent);
    }
    // The session of before has ended.
    ada = await signIn(fixture, undefined, 'overview');
    await expect
      .poll(captions)
      .toEqual([
        'HKD 129,500.00, of which 23 % overdue',
        'JPY 27,021,597,764,222,973, of which 66 % overdue',
        'MYR 12,500.00, of which 100 % overdue',
        'SGD 10,000.01, of which less than 1 % overdue',
        'USD 77,000.00, of which 100 % overdue',
      ]);
    expect(await Promise.all(await rowsOf('HKD'))).toEqual([
      'Not due | 1 | 99,000.00',
      '1–7 days | – | –',
      '8–30 days | 1 | 25,000.00',
      '31–60 days | – | –',
      '61–90 days | 1 | 900.00',
      '91–180 days | – | –',
      '181–365 days | 1 | 3,400.00',
      'Over 365 days | 1 | 1,200.00',
      'Claims (written off) | 1 | 12,345.67',
    ]);
    expect(await bars('HKD')).toEqual(['100%', '25.25%', '0.9%', '3.43%', '1.21%']);
    expect(await bars('JPY')).toEqual(['100%', '100%', '100%']);
    await everyWidth('outstanding-many');
    for (const width of [601, 768, 901, 1024]) {
      await ada.page.setViewportSize({ width, height: 800 });
      expect(await outside(), `${width} pixels wide`).toBe(0);
    }
  });

  test('leads to the overdue settlements of its currency by the keyboard', async () => {
    const { page } = ada;
    await card().getByRole('link', { name: '23 % overdue' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1–4 of 4').waitFor();
    expect(page.url()).toContain('/queue/overdue?currency=HKD');
  });
});
