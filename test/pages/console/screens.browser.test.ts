import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, HOSTILE, openConsole, signIn } from './fixture.ts';

/** A folder that gets a picture of every screen, light and dark and in two widths, if it is set. */
const SCREENSHOTS = process.env['SCREENSHOTS'] ?? '';

/** How a screen is looked at, one after the other: what it shows is loaded once. */
const LOOKS = [
  ['light', 1280],
  ['light', 800],
  ['light', 375],
  ['dark', 1280],
  ['dark', 800],
] as const;

describe('a screen', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let ids: { customerId: string; fundingId: string }[];
  beforeAll(async () => {
    fixture = await openConsole();
    ids = [];
    const names = [
      'Harbour Trading Limited',
      'Kowloon Seafood',
      `=${HOSTILE}`,
      'Lantau Foods',
      'Peak Tea House',
    ];
    for (const [at, name] of names.entries())
      ids.push(
        await fixture.request(name, { amount: 1_234_500 * (at + 1), currency: at === 1 ? 'JPY' : 'HKD' }),
      );
    const decide = (verb: string, at: number) =>
      fixture.admin.graphql(`mutation ($id: ID!) { ${verb} { status } }`, { id: ids[at]?.fundingId });
    await decide('approveInstantSettlement(id: $id)', 3);
    await decide('denyInstantSettlement(id: $id, reason: CREDIT_POLICY)', 4);
    ada = await signIn(fixture, fixture.ada.apiKey, 'customers');
  });
  afterAll(() => closeConsole(fixture));

  const open = (screen: string) => goTo(fixture, ada, screen);
  /** Waits until everything beside the list is loaded and nothing moves. */
  const whole = () =>
    ada.page.waitForFunction(
      () => document.querySelector('h1, .empty') !== null && !document.querySelector('[aria-busy=true]'),
    );

  test('finds customers by the beginning of the name and by an id, and shows the settlements of one', async () => {
    await open('customers');
    const { page } = ada;
    await page.getByLabel('Search for').fill('harbour');
    await page.keyboard.press('Enter');
    // The whole list has this row too.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    await page.getByLabel('Search for').fill(ids[3]?.customerId ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lantau Foods' }).waitFor();
    const settlements = await page.getByRole('region', { name: 'Settlements' }).ariaSnapshot();
    expect(settlements).toContain('row "1 in HKD 0.00 49,380.00 0.00 0.00"');
    expect(settlements).toContain('HKD 49,380.00');
    expect(settlements).toContain('Approved');
  });

  test('finds customers by the partner’s id and by the whole e-mail address, which is in no URL of the page', async () => {
    await open('customers');
    const { page } = ada;
    await page.getByLabel('Search by').selectOption('E-mail');
    await page.getByLabel('Search for').fill('TAI.MAN@harbour.example');
    const found = page.waitForResponse((answer) => answer.request().postData()?.includes('TAI.MAN') === true);
    await page.keyboard.press('Enter');
    await (await found).finished();
    await page.getByRole('row', { name: /Peak Tea House/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + ids.length);
    expect(page.url()).toBe(`${fixture.baseUrl}/console/customers`);
    await page.getByLabel('Search for').fill('someone@harbour.example');
    await page.keyboard.press('Enter');
    await page.getByText('No customer is like that.').waitFor();
    expect(ada.requests.filter((url) => /harbour\.example|%40/.test(url))).toEqual([]);
    await page.getByLabel('Search by').selectOption('Id of the partner');
    await page.getByLabel('Search for').fill('ext-1');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Peak Tea House/ }).waitFor();
  });

  test('finds a customer by an id of the partner that is an e-mail address, and puts it in no URL either', async () => {
    const { json } = await fixture.partner.rest('GET', `/v1/customers/${ids[0]?.customerId}`);
    const customer = { ...json, external_customer_id: 'owner@peak.example' };
    await fixture.partner.rest('PUT', `/v1/customers/${json.customer_id}`, customer);
    await open('customers');
    const { page } = ada;
    await page.getByLabel('Search by').selectOption('Id of the partner');
    await page.getByLabel('Search for').fill('owner@peak.example');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row', { name: new RegExp(json.company_name) }).waitFor();
    expect(await page.getByLabel('Search by').inputValue()).toBe('externalCustomerId');
    expect(ada.requests.filter((url) => /peak\.example|%40/.test(url))).toEqual([]);
    await fixture.partner.rest('PUT', `/v1/customers/${json.customer_id}`, json);
  });

  test('shows the search by a name again after Back from one by an e-mail address', async () => {
    await open('customers');
    const { page } = ada;
    await page.getByLabel('Search for').fill('Peak');
    await page.keyboard.press('Enter');
    await page.waitForURL(/companyName=Peak/);
    await page.getByLabel('Search by').selectOption('E-mail');
    await page.getByLabel('Search for').fill('someone@harbour.example');
    await page.keyboard.press('Enter');
    await page.getByText('No customer is like that.').waitFor();
    await page.goBack();
    await page.waitForURL(/companyName=Peak/);
    await page.getByRole('row', { name: /Peak Tea House/ }).waitFor();
    expect(await page.getByLabel('Search for').inputValue()).toBe('Peak');
    await page.goForward();
    await page.getByText('No customer is like that.').waitFor();
  });

  test('changes every setting of a partner, and explains before what the change means', async () => {
    const { page } = ada;
    await open(`partner/${fixture.partner.partnerId}`);
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Review').selectOption('AUTO');
    await dialog.getByLabel('Account rates').selectOption('OPTIONAL');
    await dialog.getByLabel('Unknown input').selectOption('IGNORE');
    await dialog.getByLabel('Days to answer an offer').fill('7');
    await dialog.getByLabel('GBP', { exact: true }).uncheck();
    await dialog.getByLabel('Limit in HKD').fill('50000.50');
    await dialog.getByLabel('Limit in JPY').fill('1.5');
    await dialog.getByRole('button', { name: 'Add a band' }).click();
    await dialog.getByLabel('Currency of the band').selectOption('JPY');
    await dialog.getByLabel('Days at most').fill('14');
    await dialog.getByLabel('Rate of the band').fill('0.1');
    const effect = dialog.getByRole('region', { name: 'What that means' });
    await effect.getByText('Above HKD 50,000.50 outstanding of one customer, a request waits.').waitFor();
    await effect.getByText('JPY up to 14 days 0.1 %').waitFor();
    // Yen have no minor units: the browser refuses the amount.
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Limit in JPY').fill('900000');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText('The settings apply to requests that are submitted from now on.').waitFor();
    const { json } = await fixture.admin.graphql(
      `query ($id: ID!) { partner(id: $id) { review autoAccept accountRates unknownInput offerValidDays currencies
        autoLimit { currency amount } interestRate { default bands { currency periodDaysMax rate } } } }`,
      { id: fixture.partner.partnerId },
    );
    expect(json.data.partner).toEqual({
      review: 'AUTO',
      autoAccept: false,
      accountRates: 'OPTIONAL',
      unknownInput: 'IGNORE',
      offerValidDays: 7,
      currencies: ['HKD', 'SGD', 'USD', 'MYR', 'PHP', 'JPY'],
      autoLimit: [
        { currency: 'HKD', amount: 5_000_050 },
        { currency: 'JPY', amount: 900_000 },
      ],
      interestRate: { default: 0.002, bands: [{ currency: 'JPY', periodDaysMax: 14, rate: 0.001 }] },
    });
  });

  test('changes nothing of a partner if a limit is too large, and does not take it for none', async () => {
    const { page } = ada;
    const partner = await fixture.gateway.partner({ review: 'manual' });
    await open(`partner/${partner.partnerId}`);
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Review').selectOption('AUTO');
    await dialog.getByLabel('Limit in JPY').fill('9999999999999999');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog
      .getByText(
        'autoLimit[0].amount must be an integer from 0 to 9007199254740991 in the minor unit of the currency, such as 1050 for HKD 10.50.',
      )
      .waitFor();
    const { json } = await fixture.admin.graphql('query ($id: ID!) { partner(id: $id) { review } }', {
      id: partner.partnerId,
    });
    expect(json.data.partner.review).toBe('MANUAL');
    await page.keyboard.press('Escape');
  });

  test('makes a partner, rotates and revokes its key, and shows each key once', async () => {
    const { page } = ada;
    await open('partners');
    await page.getByRole('button', { name: 'New partner' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('Victoria Pay');
    await page.getByLabel('Review').selectOption('MANUAL');
    await page.getByRole('button', { name: 'Create' }).click();
    const first = await page.getByRole('dialog').locator('code').textContent();
    expect(first).toMatch(/^fgk_[\w-]{43}$/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: 'Victoria Pay' }).click();
    await page.getByText('Every request waits for an operator, whom the live policy advises.').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('It is shown only once').waitFor();
    const second = await page.getByRole('dialog').locator('code').textContent();
    expect(second).not.toBe(first);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(second);
  });

  test('names the operators, and disables one', async () => {
    const { page } = ada;
    await open('operators');
    await page.getByRole('button', { name: 'New operator' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Grace Lim');
    await page.getByLabel('E-mail').fill('grace@provider.example');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /Grace Lim.*grace@provider\.example.*read, write/ });
    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: /Grace Lim.*Disabled/ }).waitFor();
  });

  test('changes what an operator may do, and shows a refusal in the dialog', async () => {
    await fixture.person('Grace Chan');
    const { page } = ada;
    await open('operators');
    const row = page.getByRole('row', { name: /Grace Chan/ });
    await row.getByText('read, write, admin').waitFor();
    const dialog = page.getByRole('dialog', { name: 'What Grace Chan may do' });
    await row.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('change partners, keys and operators').uncheck();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await row.getByText('read, write', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    for (const scope of ['read', 'decide on cases']) await dialog.getByLabel(scope).uncheck();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
  });

  test('warns a person who is about to disable themselves, and ends the session then', async () => {
    const grace = await fixture.person('Grace Ho');
    const { page, leave } = await signIn(fixture, grace.apiKey, 'operators');
    const dialog = page.getByRole('dialog');
    const warning = dialog.getByText('This is you. Your own keys and this session end now');
    const disable = (name: string) =>
      page.getByRole('row', { name: new RegExp(name) }).getByRole('button', { name: 'Disable' });
    await disable('Ada Wong').click();
    await dialog.getByText('Each key and session of the person stops').waitFor();
    expect(await warning.count()).toBe(0);
    await page.keyboard.press('Escape');
    await disable('Grace Ho').click();
    await warning.waitFor();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByLabel('Your operator key').waitFor();
    await leave();
  });

  test('shows the keys of the present screen for a question mark', async () => {
    const { page } = ada;
    await open('queue/review');
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Keys of this screen' });
    const shown = async () =>
      (await dialog.locator('dl > div').allInnerTexts()).map((row) => row.split('\n'));
    await page.keyboard.press('?');
    await dialog.waitFor();
    expect(await shown()).toContainEqual(['j', '↓', 'choose the next row']);
    expect(await shown()).toContainEqual(['4', 'the list “KYC warnings”']);
    expect(await shown()).not.toContainEqual(['a', 'approve']);
    // A key of the screen does nothing while the dialog is open.
    await page.keyboard.press('2');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toContain('/queue/review');
    // A browser tells the end of a dialog late, also if the next one is open by then.
    await page.evaluate(() => {
      addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await page.keyboard.press('?');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await open(`case/${ids[0]?.fundingId}`);
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.getByRole('button', { name: 'Keys' }).click();
    await dialog.waitFor();
    expect(await shown()).toContainEqual(['a', 'approve']);
    expect(await shown()).toContainEqual(['u', 'back to the list']);
    expect(await shown()).not.toContainEqual(['j', '↓', 'choose the next row']);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('shows events as they happen, each with the person, and only those that its filter selects', async () => {
    const { page } = ada;
    await open('events');
    await page.getByRole('row', { name: /Funding denied.*First operator/ }).waitFor();
    const { completeCustomer } = fixture.partner;
    await page.getByText('live').waitFor();
    const customerId = await completeCustomer();
    await fixture.relay();
    await page.getByRole('row', { name: new RegExp(`Customer created.*${customerId}`) }).waitFor();
    expect(await page.locator('tr.new').count()).toBeGreaterThan(1);
    await page.getByLabel('Types').selectOption('Customer created');
    await page.waitForURL(/types=CUSTOMER_CREATED/);
    await page.getByRole('row', { name: /Kyc created/ }).waitFor({ state: 'detached' });
    const next = await completeCustomer();
    await fixture.relay();
    await page.getByRole('row', { name: new RegExp(`Customer created.*${next}`) }).waitFor();
    expect(await page.getByRole('row', { name: /Kyc created/ }).count()).toBe(0);
  });

  test('leaves the requests of a partner to the live policy, and keeps that when another setting changes', async () => {
    const { page } = ada;
    const { partnerId } = await fixture.gateway.partner();
    const reviewOf = async () => {
      const { json } = await fixture.admin.graphql(
        'query ($id: ID!) { partner(id: $id) { review offerValidDays } }',
        { id: partnerId },
      );
      return json.data.partner;
    };
    await open(`partner/${partnerId}`);
    const dialog = page.getByRole('dialog');
    const change = async (fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await fill();
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await change(() => dialog.getByLabel('Review').selectOption('POLICY'));
    await expect.poll(reviewOf).toMatchObject({ review: 'POLICY' });
    await change(() => dialog.getByLabel('Days to answer an offer').fill('12'));
    await expect.poll(reviewOf).toEqual({ review: 'POLICY', offerValidDays: 12 });
  });

  test('makes a key of an operator, shows it once, and revokes it beside the person', async () => {
    const { page } = ada;
    await fixture.person('Grace Ng');
    await open('operators');
    await page
      .getByRole('row', { name: /Grace Ng/ })
      .getByRole('button', { name: 'Keys' })
      .click();
    const keys = page.getByRole('region', { name: 'API keys of Grace Ng' });
    await keys.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop of Grace');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('It is shown only once').waitFor();
    const apiKey = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const { json } = await fixture.gateway
      .withKey(apiKey)
      .graphql('{ viewer { operator { name } key { partnerId } } }');
    expect(json.data.viewer).toEqual({ operator: { name: 'Grace Ng' }, key: { partnerId: null } });
    await page.getByRole('button', { name: 'I have it' }).click();
    const row = keys.getByRole('row', { name: /Laptop of Grace/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked', { exact: true }).waitFor();
  });

  test('shows charts of settlements, decisions and waiting times', async () => {
    await open('overview');
    const { page } = ada;
    await page.getByRole('img', { name: /1 approved and 1 denied in 14 days/ }).waitFor();
    const totals = await page
      .getByRole('region', { name: 'Settlements by status and currency' })
      .ariaSnapshot();
    expect(totals).toContain('JPY');
    await page.getByRole('img', { name: /^To review by age: up to 1 h: 3, 4 h: 0, .*longer: 0$/ }).waitFor();
  });

  test('saves a list as CSV whose cells no spreadsheet runs as a formula', async () => {
    const { page } = ada;
    await open('queue/review');
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe(
      'id,company_name,company_country,partner,currency,amount,at,kyc_changed,due_at,responsible,snoozed_until',
    );
    expect(lines).toHaveLength(4);
    expect(text).toContain('Kowloon Seafood,HK,Harbour Pay,JPY,2469000,');
    expect(text).toContain(`'=${HOSTILE}`);
    await open(`case/${ids[0]?.fundingId}`);
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
  });

  test('each screen is reached and used with the keyboard alone', async () => {
    const { page } = ada;
    await page.goto(`${fixture.baseUrl}/console/queue/review`);
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    /** Presses Tab until something with this text or label has the focus. */
    async function tabTo(name: RegExp) {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const { activeElement } = document;
          return `${activeElement?.getAttribute('aria-label') ?? ''} ${activeElement?.textContent ?? ''}`.trim();
        });
        if (name.test(focused)) return;
      }
      throw new Error(`Nothing like ${name} got the focus.`);
    }
    const follow = async (name: RegExp, heading: string | RegExp) => {
      await tabTo(name);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    };
    await follow(/^Customers$/, 'Customers');
    await tabTo(/^Search for/);
    await page.keyboard.type('lantau');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Lantau Foods/ }).waitFor();
    await follow(/^Lantau Foods$/, 'Lantau Foods');
    await follow(/^Partners$/, 'Partners');
    await page.getByRole('link', { name: 'Harbour Pay' }).waitFor();
    await follow(/^Harbour Pay$/, 'Harbour Pay');
    await tabTo(/^Change$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await follow(/^Operators$/, 'Operators');
    await follow(/^Events$/, 'Events');
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL(/after=/);
    await follow(/^Webhooks$/, 'Webhooks');
    await follow(/^Overview$/, 'Overview');
  });

  test('has a name for everything and fits, on a wide and on a narrow window', async () => {
    const { page } = ada;
    const of = { case: ids[0]?.fundingId, customer: ids[0]?.customerId, partner: fixture.partner.partnerId };
    const detailed = Object.entries(of).map(([screen, id]) => `${screen}/${id}`);
    // The colours are all that is different in the dark.
    const looks = LOOKS.filter(([colour]) => colour === 'light' || SCREENSHOTS !== '');
    const lists = [
      'queue/review',
      'queue/disburse',
      'queue/lapsing',
      'queue/warnings',
      'queue/overdue',
      'queue/reported',
      'queue/excess',
      'money/repayments',
      'money/journal',
      'customers',
      'partners',
      'operators',
      'events',
      'webhooks',
    ];
    for (const path of [...lists, ...detailed, 'overview', 'nowhere']) {
      await open(path);
      await whole();
      for (const [colorScheme, width] of looks) {
        const look = `${path}, ${colorScheme} and ${width} pixels wide`;
        if (SCREENSHOTS !== '') await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 700 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, look).toBeLessThanOrEqual(0);
        const snapshot = await page.locator('body').ariaSnapshot();
        const nameless =
          /^\s*- (?:button|link|textbox|searchbox|combobox|checkbox|spinbutton|img)(?: \[|:|$)/m;
        expect(nameless.exec(snapshot)?.[0] ?? null, look).toBe(null);
        expect(snapshot, look).toMatch(/- navigation "Screens"/);
        if (SCREENSHOTS === '') continue;
        const name = `${path.replace('/', '-')}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
      }
    }
    expect(ada.complaints).toEqual([]);
    expect(ada.requests.filter((url) => !/^(?:blob:)?http:\/\/127/.test(url))).toEqual([]);
  });
});
