import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { passStillTime } from './hand.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const APPROVE = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
const DISBURSE =
  'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment-1") { status } }';

describe('a dialog that is begun while an answer is on its way', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /**
   * Holds the answers to a query back. `asked` waits until one was asked for; `release` lets them all through. Nothing
   * that the page asked for before is on its way any more, and keys act.
   */
  async function hold(visit: Visit, query: RegExp) {
    const { page } = visit;
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const held = new Set<Request>();
    await page.route('**/graphql', async (route) => {
      if (query.test(route.request().postData() ?? '')) {
        held.add(route.request());
        asked.resolve();
        await released.promise;
      }
      await route.continue();
    });
    await expect.poll(() => visit.underWay.isSubsetOf(held)).toBe(true);
    await passStillTime(visit);
    const release = async () => {
      released.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    };
    return { asked: asked.promise, release };
  }

  test('keeps the typed text, and further keys do no other step', async () => {
    const { fundingId } = await fixture.request('Overtaken Company');
    await fixture.admin.graphql(APPROVE, { id: fundingId });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await fixture.relay();
    const { page } = ada;
    await goTo(fixture, ada, 'queue/disburse');
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overtaken Company' }).click();
    await page.getByRole('button', { name: /^Revoke/ }).waitFor();
    const held = await hold(ada, /query Case\b/);
    await fixture.admin.graphql(DISBURSE, { id: fundingId });
    await fixture.relay();
    await held.asked;
    await page.keyboard.press('v');
    await page.getByLabel('Why').fill('The compan');
    const answer = page.waitForResponse((response) =>
      /query Case\b/.test(response.request().postData() ?? ''),
    );
    await held.release();
    await (await answer).finished();
    await page.waitForTimeout(200);
    await page.keyboard.type('y has left the country.');
    expect(await page.getByLabel('Why').inputValue()).toBe('The company has left the country.');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alert').getByText('Nothing was done now').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'FUNDED' });
  });

  test('keeps the case that it is about, if the next one was asked for before', async () => {
    const { fundingId } = await fixture.request('Kept Company');
    await fixture.request('Company After It');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Kept Company');
    const held = await hold(ada, /query ToReview\b/);
    await page.keyboard.press('x');
    await held.asked;
    await page.keyboard.press('d');
    await page.getByRole('textbox', { name: 'Note' }).fill('Call them first.');
    await held.release();
    await page.waitForTimeout(200);
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Call them first.');
    expect(page.url()).toContain(fundingId);
    await page.keyboard.press('Escape');
  });
});
