import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycBody, settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { passStillTime } from './hand.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { RED, redJpeg, redPdf } from './pictures.ts';

const DENY = 'mutation ($id: ID!) { denyInstantSettlement(id: $id, reason: CREDIT_POLICY) { status } }';

describe('a case', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  test('is chosen, approved and denied with the keyboard alone, and each decision leads to the next', async () => {
    const first = await fixture.request('First Company');
    const second = await fixture.request('Second Company');
    const { page } = ada;
    await goTo(fixture, ada, 'queue/review');
    await page.getByRole('row', { name: /Second Company/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First Company' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog').getByText('The pricing of the partner is 0.2 %.').waitFor();
    await page.keyboard.type('0.9');
    await page.getByText('HKD 90.00').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second Company' }).waitFor();
    await passStillTime(ada);
    expect(await stateOf(fixture, first.fundingId)).toMatchObject({
      status: 'APPROVED',
      interestRate: 0.009,
      events: ['SUBMIT', 'APPROVE'],
      by: 'Ada Wong',
    });

    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Credit');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Over the line.');
    // More reasons, and the button before the one that denies.
    for (const _ of [1, 2]) await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits for a review.').waitFor();
    expect(await stateOf(fixture, second.fundingId)).toMatchObject({
      status: 'DENIED',
      denialReason: 'CREDIT_POLICY',
      denialNote: 'Over the line.',
    });
  });

  test('that is loaded slowly does not come in place of the screen that was opened meanwhile', async () => {
    const { fundingId } = await fixture.request('Passed Over Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Passed Over Company');
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (/query ToReview/.test(route.request().postData() ?? '')) await held.promise;
      await route.continue();
    });
    await page.keyboard.press('x');
    await page.getByRole('link', { name: 'Customers' }).first().click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    const answered = page.waitForResponse((answer) =>
      /query ToReview/.test(answer.request().postData() ?? ''),
    );
    held.resolve();
    await (await answered).finished();
    // What follows the answer has happened when the next frame is drawn.
    await page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      requestAnimationFrame(resolve);
      return promise;
    });
    expect(new URL(page.url()).pathname).toBe('/console/customers');
    await page.unroute('**/graphql');
    await fixture.admin.graphql(DENY, { id: fundingId });
  });

  test('that is far down in the list leads to the one after it, and not to the first one', async () => {
    const first = await fixture.request('First of 13');
    const ids = [first.fundingId];
    for (let at = 2; at <= 11; at += 1) {
      const body = settlementBody(first.customerId);
      ids.push((await fixture.partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id);
    }
    const twelfth = await fixture.request('Company 12 of 13');
    ids.push(twelfth.fundingId, (await fixture.request('Company 13 of 13')).fundingId);
    const { page } = ada;
    await openCase(fixture, ada, twelfth.fundingId, 'Company 12 of 13');
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Company 13 of 13' }).waitFor();
    for (const fundingId of ids) await fixture.admin.graphql(DENY, { id: fundingId });
  });

  test('is shown as claimed to a second operator, who learns that another decision came first', async () => {
    const { fundingId } = await fixture.request('Contested Company');
    const grace = await signIn(fixture, (await fixture.person('Grace Lim')).apiKey);
    await openCase(fixture, ada, fundingId, 'Contested Company');
    await ada.page.getByRole('button', { name: /^Approve/ }).waitFor();
    await grace.page.reload();
    await grace.page.getByRole('row', { name: /Contested Company.*Ada Wong/ }).waitFor();
    await openCase(fixture, grace, fundingId, 'Contested Company');
    await grace.page.getByText('Ada Wong looks at this case').waitFor();

    await grace.page.keyboard.press('a');
    await grace.page.getByRole('dialog').waitFor();
    await ada.page.keyboard.press('d');
    await ada.page.getByLabel(/^Reason/).selectOption('CREDIT_POLICY');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await ada.page.getByText('Denied.').waitFor();
    await grace.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await grace.page.getByText('Nothing was done now').waitFor();
    await grace.page.getByText('The settlement is Denied: deny by Ada Wong').waitFor();
    expect(await grace.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await grace.leave();
  });

  test('that a second operator takes over says so to the first one within ten seconds', async () => {
    const { fundingId } = await fixture.request('Hurried Company');
    const grace = await signIn(fixture, (await fixture.person('Grace Yip')).apiKey);
    const first = await signIn(fixture, fixture.ada.apiKey);
    await first.page.clock.install();
    await openCase(fixture, first, fundingId, 'Hurried Company');
    await first.page.getByRole('button', { name: /^Approve/ }).waitFor();
    await openCase(fixture, grace, fundingId, 'Hurried Company');
    await grace.page.getByRole('button', { name: 'Take over' }).click();
    await grace.page.getByRole('button', { name: /^Approve/ }).waitFor();
    await first.page.mouse.move(200, 200);
    await first.page.clock.runFor(10_000);
    await first.page.getByText('Grace Yip looks at this case').waitFor();
    await first.leave();
    await grace.leave();
  });

  test('and the queue show the changes of others, but not while a dialog is open', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'queue/review');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    const { fundingId } = await fixture.request('Followed Company');
    await fixture.relay();
    await page.getByRole('link', { name: 'Followed Company' }).click();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog').waitFor();
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
    await fixture.admin.graphql(approve, { id: fundingId });
    await fixture.relay();
    await page.waitForTimeout(700);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Followed Company Approved' }).waitFor();
    await page.getByRole('button', { name: /^Withdraw/ }).waitFor();
  });

  test('whose KYC changed since the approval says what changed, and asks for a confirmation before the money is sent', async () => {
    const { fundingId, customerId } = await fixture.request('Changed Company');
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
    await fixture.admin.graphql(approve, { id: fundingId });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await fixture.partner.rest(
      'PUT',
      `/v1/kyc/hk/${customerId}`,
      kycBody({ legal_name: 'Other Name Limited', isic: 'A9999' }),
    );
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Changed Company', 'disburse');
    await page.getByText('Other KYC than approved').waitFor();
    await page.getByText('The KYC changed since the approval').waitFor();
    const snapshot = await page.getByRole('region', { name: 'KYC' }).ariaSnapshot();
    expect(snapshot).toContain('Its scheme has no such division, group or class.');
    expect(snapshot).toContain('A9999 ISIC');
    // What changed is loaded after the case.
    await expect
      .poll(() => page.locator('.fact.changed dt').allTextContents())
      .toEqual(['Legal name', 'ISIC']);
    await page.keyboard.press('s');
    await page.getByLabel('Reference of the payment').fill('payment-77');
    await page.getByRole('checkbox').check();
    await page.keyboard.press('Enter');
    await page.getByText('The disbursement was noted.').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({
      status: 'FUNDED',
      disbursementReference: 'payment-77',
    });
  });

  test('whose KYC changes again while it is open says what changed until the revision that is confirmed', async () => {
    const { fundingId, customerId } = await fixture.request('Often Changed Company');
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
    await fixture.admin.graphql(approve, { id: fundingId });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    const change = (details: Readonly<Record<string, unknown>>) =>
      fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody(details));
    await change({ legal_name: 'Fourth Name Limited' });
    const { page } = ada;
    await goTo(fixture, ada, 'queue/disburse');
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Often Changed Company' }).click();
    const changed = page.locator('.fact.changed dt');
    await expect.poll(() => changed.allTextContents()).toEqual(['Legal name']);

    await change({ legal_name: 'Fourth Name Limited', isic: '4610' });
    await fixture.admin.graphql(
      'mutation ($id: ID!) { requestDocument(customerId: $id, type: LITIGATION_HISTORY, reason: "old") { status } }',
      { id: customerId },
    );
    await fixture.relay();
    await page.getByText('Requested again: Litigation history.').waitFor();
    expect(await changed.allTextContents()).toEqual(['Legal name', 'ISIC']);
  });

  test('whose KYC changes under the decision says that, and not that the decision came too late', async () => {
    const { fundingId, customerId } = await fixture.request('Quickly Changed Company');
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
    await fixture.admin.graphql(approve, { id: fundingId });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Quickly Changed Company', 'disburse');
    await page.getByRole('button', { name: /^Disburse/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reference of the payment').fill('Payment 7');
    await fixture.partner.rest(
      'PUT',
      `/v1/kyc/hk/${customerId}`,
      kycBody({ legal_name: 'Third Name Limited' }),
    );
    await dialog.getByRole('button', { name: 'Disburse' }).click();
    await page.getByRole('alert').getByText('The KYC changed before you decided').waitFor();
    expect(await page.getByText('Nothing was done now').count()).toBe(0);
    await page.getByRole('button', { name: /^Disburse/ }).click();
    await dialog.getByText('I have looked at it as it is now').waitFor();
    await page.keyboard.press('Escape');
  });

  test('is not approved on a KYC that was not shown', async () => {
    const { fundingId, customerId } = await fixture.request('Renamed Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Renamed Company', 'review');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: /^Approve/ }).click();
    await dialog.waitFor();
    const body = kycBody({ legal_name: 'Fifth Name Limited' });
    await fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, body);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').getByText('The KYC changed before you decided').waitFor();
    await page.getByText('Fifth Name Limited').waitFor();
    await page.getByRole('button', { name: /^Approve/ }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('status').filter({ hasText: 'Approved. Renamed Company' }).waitFor();
  });

  test('shows pictures and PDFs, rotates them, enlarges a PDF, and records that each was read', async () => {
    const { fundingId, customerId } = await fixture.request('Documented Company');
    await fixture.partner.upload(customerId, 'directors_identity', [redJpeg(), redPdf()]);
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Documented Company');
    const files = page.locator('.document-type', { hasText: 'Directors identity' });
    await files.getByRole('button', { name: 'scan 0.pdf' }).click();
    const picture = page.getByRole('img', { name: 'scan 0.pdf' });
    await picture.waitFor();
    expect(await pixelOf(picture)).toEqual(RED);
    await page.getByRole('button', { name: 'Rotate scan 0.pdf' }).click();
    expect(await picture.getAttribute('style')).toContain('rotate: 90deg');

    await files.getByRole('button', { name: 'scan 1.pdf' }).click();
    const drawn = page.getByRole('img', { name: 'scan 1.pdf, page 1 of 1' });
    await expect.poll(() => pixelOf(drawn)).toEqual(RED);
    const shape = async () => {
      const { width = 0, height = 0 } = (await drawn.boundingBox()) ?? {};
      return { width, ratio: Math.round((width / height) * 100) / 100 };
    };
    const upright = await shape();
    expect(upright.ratio).toBe(1.5);
    await page.keyboard.press('o');
    await expect.poll(async () => (await shape()).ratio).toBe(0.67);
    await expect.poll(() => pixelOf(drawn)).toEqual(RED);
    await page.keyboard.press('+');
    await expect.poll(async () => (await shape()).width / upright.width).toBeCloseTo(1.5, 1);

    await page.getByRole('button', { name: 'Two side by side' }).click();
    await files.getByRole('button', { name: 'scan 0.pdf' }).click();
    await picture.waitFor();
    expect(await page.getByRole('img', { name: /^scan/ }).count()).toBe(2);

    await files.getByRole('button', { name: 'Request again' }).click();
    await page.getByLabel('What is wrong').fill('It is blurred.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request again' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('It is blurred.').waitFor();
    const { json } = await fixture.admin.graphql(
      `query ($filter: EventFilter) { events(first: 9, filter: $filter) { nodes { type actorName } } }`,
      { filter: { subject: `kyc/${customerId}`, types: ['KYC_DOCUMENT_READ', 'KYC_DOCUMENT_REQUESTED'] } },
    );
    expect(json.data.events.nodes).toEqual([
      { type: 'KYC_DOCUMENT_REQUESTED', actorName: 'Ada Wong' },
      ...Array.from({ length: 3 }, () => ({ type: 'KYC_DOCUMENT_READ', actorName: 'Ada Wong' })),
    ]);
    // The PDF asks to run a script and to open addresses.
    expect(ada.requests.filter((url) => !/^(?:blob:)?http:\/\/127/.test(url))).toEqual([]);
    expect(ada.dialogs).toEqual([]);
  });

  test('hides identity numbers until the operator shows them, which the trail records', async () => {
    const { fundingId, customerId } = await fixture.request('Private Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Private Company');
    const numbers = page.getByText('A123456(3)');
    expect(await numbers.count()).toBe(0);
    await page.getByRole('button', { name: 'Show identity numbers' }).click();
    await numbers.waitFor();
    const { json } = await fixture.admin.graphql(
      'query ($filter: EventFilter) { events(first: 9, filter: $filter) { nodes { type } } }',
      { filter: { subject: `kyc/${customerId}`, types: ['KYC_IDENTITY_READ', 'KYC_SCREENING_READ'] } },
    );
    expect(json.data.events.nodes).toEqual([{ type: 'KYC_IDENTITY_READ' }]);
  });

  test('hides the identity numbers of a KYC record again if the record changes', async () => {
    const { fundingId, customerId } = await fixture.request('Replaced Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Replaced Company');
    await page.getByRole('button', { name: 'Show identity numbers' }).click();
    await page.getByText('A123456(3)').waitFor();
    const directors = [{ type: 'passport', id: 'K7654321' }];
    const changed = kycBody({ directors_identity_number: directors });
    await fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, changed);
    await fixture.relay();
    await page.getByRole('button', { name: 'Show identity numbers' }).click();
    await page.getByText('K7654321').waitFor();
    expect(await page.getByText('A123456(3)').count()).toBe(0);
  });

  test('counts and names the warnings, and shows the warning of a director only at the line of the director', async () => {
    const { fundingId, customerId } = await fixture.request('Board Company');
    const directors = [
      { type: 'national_id', id: 'A123456(3)' },
      { type: 'national_id', id: 'A123456(7)' },
    ];
    await fixture.partner.rest(
      'PUT',
      `/v1/kyc/hk/${customerId}`,
      kycBody({ directors_identity_number: directors }),
    );
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Board Company');
    await page.getByText('One KYC warning', { exact: true }).waitFor();
    await page.getByText('1 warning', { exact: true }).waitFor();
    const named = page.getByRole('listitem').filter({ hasText: 'Number 2: Not a Hong Kong identity card' });
    expect(await named.count()).toBe(1);
    await page.getByRole('button', { name: 'Show identity numbers' }).click();
    await page.getByText('2. A123456(7) National id').waitFor();
    const warned = await page.locator('.line.warned').allTextContents();
    expect(warned).toEqual([
      expect.stringMatching(/^2\. A123456\(7\) National id.*Not a Hong Kong identity card/),
    ]);
    expect(await page.locator('.fact.warned').count()).toBe(0);
  });

  test('asks once for what the trail records, however often the button is pressed, and again after a failure', async () => {
    const { fundingId } = await fixture.request('Slow Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Slow Company');
    const show = page.getByRole('button', { name: 'Show transactions' });
    let asked = 0;
    await page.route('**/graphql', async (route) => {
      if (!/query Transactions/.test(route.request().postData() ?? '')) return route.continue();
      asked += 1;
      if (asked === 1) return route.abort();
      // Long enough for the second click of a double click.
      await page.waitForTimeout(300);
      return route.continue();
    });
    await show.click();
    await page.getByText('The gateway does not respond.').waitFor();
    await show.dblclick();
    await page.getByRole('button', { name: 'Show as sent' }).click();
    const shown = page.getByRole('group', { name: 'Transactions as they were sent' });
    await shown.getByText('transaction_list').waitFor();
    expect(asked).toBe(2);
    await shown.focus();
    expect(await shown.evaluate((text) => text === document.activeElement)).toBe(true);
    await page.unroute('**/graphql');
  });

  test('leaves no error and no warning in the browser, after all of these screens', () => {
    // The refused decision, and the answer that was lost.
    expect(ada.complaints.filter((text) => !/status of 409|ERR_FAILED/.test(text))).toEqual([]);
  });
});

type Locator = ReturnType<Visit['page']['getByRole']>;

/** The colour in the middle of a picture, as the browser drew it; JPEG is exact to a few units. */
async function pixelOf(picture: Locator): Promise<readonly number[]> {
  const drawn = await picture.evaluate((shown) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    const isPicture = shown instanceof HTMLImageElement || shown instanceof HTMLCanvasElement;
    if (context === null || !isPicture || shown.width === 0) return [];
    context.drawImage(shown, 0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
  return drawn.map((value, at) => (Math.abs(value - (RED[at] ?? 0)) <= 4 ? (RED[at] ?? 0) : value));
}
