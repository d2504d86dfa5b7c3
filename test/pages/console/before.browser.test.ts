import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

describe('a case of a customer that asked before', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const operate = async (field: string) => {
    const { json } = await fixture.admin.graphql(`mutation { ${field} { status } }`);
    expect(json.errors).toBeUndefined();
  };
  const limitTo = async (limits: string) => {
    const { json } = await fixture.admin.graphql(
      `mutation { updatePartner(id: "${fixture.partner.partnerId}", input: { autoLimit: ${limits} }) { id } }`,
    );
    expect(json.errors).toBeUndefined();
  };
  const request = async (customerId: string, amount: number): Promise<string> => {
    const body = settlementBody(customerId, { amount });
    return (await fixture.partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id;
  };
  const fund = async (fundingId: string) => {
    await operate(`approveInstantSettlement(id: "${fundingId}")`);
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await operate(`disburseInstantSettlement(id: "${fundingId}", reference: "1")`);
  };

  test('shows what is outstanding, the denials with their reasons, and a large amount in a sentence', async () => {
    const { customerId, fundingId } = await fixture.request('Returning Company', { amount: 2_000_000 });
    await fund(fundingId);
    for (const reason of ['HIGH_REFUND_RATE', 'CREDIT_POLICY']) {
      const denied = await request(customerId, 500_000);
      fixture.passSeconds(60);
      await operate(`denyInstantSettlement(id: "${denied}", reason: ${reason})`);
    }
    const asked = await request(customerId, 5_000_000);
    const { page } = ada;
    await openCase(fixture, ada, asked, 'Returning Company');
    await page
      .getByText(
        'Large amount: HKD 50,000.00 is 2.5 times the largest that this customer was sent before, HKD 20,000.00.',
      )
      .waitFor();
    const before = page.getByRole('region', { name: 'Outstanding and denials' });
    expect(await before.getByRole('row').last().ariaSnapshot()).toContain(
      'row "HKD 20,040.00 in 1 0.00 20,000.00"',
    );
    await before.getByText('2 other requests were denied, the last for Credit policy:').waitFor();
    expect(await before.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^HKD 5,000\.00 Credit policy, \d+ \w+ \d{4}/),
      expect.stringMatching(/^HKD 5,000\.00 High refund rate, \d+ \w+ \d{4}/),
    ]);
    await everyLook(ada, 'before', async (look) => {
      const [box] = await page
        .locator('.note.wait')
        .evaluateAll((all) => all.map((note) => note.getBoundingClientRect().bottom));
      expect(box, look).toBeLessThan(700);
    });
    // Its own denial is none of the earlier ones.
    await before.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Returning Company Denied' }).waitFor();
    await before.getByText('One other request was denied, the last for High refund rate:').waitFor();
    expect(await page.getByText('Large amount').count()).toBe(0);
  });

  test('follows what the customer is sent for another request, without a step of the person', async () => {
    const { customerId, fundingId } = await fixture.request('Parallel Company', { amount: 100_000 });
    const other = await request(customerId, 300_000);
    const { page } = ada;
    // The events of both requests come before the case is opened, and so do not load it again.
    await fixture.relay();
    await goTo(fixture, ada, 'queue/review');
    await page.getByText('live', { exact: true }).waitFor();
    await openCase(fixture, ada, fundingId, 'Parallel Company');
    await page.getByText('Nothing was sent or offered to this customer.').waitFor();
    await page.getByText('This customer has no other denials.').waitFor();
    await fund(other);
    await fixture.relay();
    const row = page.getByRole('row', { name: 'HKD 3,006.00 in 1 0.00 3,000.00' });
    await row.waitFor();
  });

  test('has an amount above the limit of the partner in the sentence, with what it has already', async () => {
    const { customerId, fundingId } = await fixture.request('Limited Company', { amount: 400_000 });
    await fund(fundingId);
    await limitTo('[{ currency: "HKD", amount: 1000000 }]');
    const asked = await request(customerId, 700_000);
    await openCase(fixture, ada, asked, 'Limited Company');
    await ada.page
      .getByText(
        'Large amount: HKD 7,000.00, with HKD 4,008.00 that the customer has been sent or offered, is above the partner’s automatic limit for one customer, HKD 10,000.00.',
      )
      .waitFor();
    await limitTo('[]');
  });

  test('leaves no complaint in the browser', () => {
    expect(ada.complaints).toEqual([]);
  });
});
