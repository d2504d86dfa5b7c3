import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../demo/client.ts';
import { filesFor } from '../../demo/files.ts';
import { REQUIRED, uploadOf } from '../../demo/journey/hong-kong.ts';
import { walkJourney } from '../../demo/journey/journey.ts';
import { hongKongCustomer, hongKongKyc, settlementOf } from '../../demo/samples.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

/** A folder that gets the pictures, if it is set; `src/pages/docs/guides` renews those of the guide. */
const PICTURES = process.env['PICTURES'] ?? '';
const SIZE = { width: 1080, height: 640 } as const;

const HOUR_SECONDS = 3_600;
const DAYS_SECONDS = 5 * 24 * HOUR_SECONDS;

/** Customers beside those of the demo, each with what it asks for and the hours until the next one comes. */
const COMPANIES = [
  { name: 'Kowloon Seafood Limited', amount: 2_469_000, currency: 'JPY', hours: 60 },
  { name: 'Lantau Foods Limited', amount: 7_450_000, currency: 'HKD', hours: 24 },
  { name: 'Peak Tea House Limited', amount: 3_703_500, currency: 'HKD', hours: 20 },
  { name: 'Stanley Toys Limited', amount: 860_000, currency: 'USD', hours: 10 },
  { name: 'Sai Kung Boats Limited', amount: 15_900_000, currency: 'HKD', hours: 4 },
  { name: 'Central Stationery Limited', amount: 1_120_000, currency: 'SGD', hours: 2 },
] as const;

const APPROVE = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
const DECIDE = {
  'Peak Tea House Limited': APPROVE,
  'Stanley Toys Limited':
    'mutation ($id: ID!) { denyInstantSettlement(id: $id, reason: CREDIT_POLICY) { status } }',
} as const;
const isDecided = (name: string): name is keyof typeof DECIDE => Object.hasOwn(DECIDE, name);

/** The demo, and then some days of the partner under manual review that it leaves; the ids of what was asked for. */
async function liveSomeDays(fixture: ConsoleFixture): Promise<ReadonlyMap<string, string>> {
  const { baseUrl, admin, gateway } = fixture;
  fixture.passSeconds(-DAYS_SECONDS);
  const demo = await gateway.partner({ name: 'demo' });
  await walkJourney({ baseUrl, apiKey: demo.apiKey }, () => {}, { key: admin.apiKey });
  const { json } = await admin.graphql('{ partners(filter: { name: "Demo under" }) { nodes { id } } }');
  const { apiKey } = await gateway.key(json.data.partners.nodes[0].id);
  const { fundgate } = createClient({ baseUrl, apiKey });
  const ids = new Map<string, string>();
  for (const { name, amount, currency, hours } of COMPANIES) {
    const customer = { ...hongKongCustomer, company_name: name, external_customer_id: name };
    const { customer_id: id } = await fundgate.customers.create(customer);
    await fundgate.kyc.hk.update(id, { ...hongKongKyc, legal_name: name, shareholders_identity_number: [] });
    for (const type of REQUIRED) await fundgate.kyc.documents.upload(id, uploadOf(type, filesFor(type)));
    const asked = { ...settlementOf(id), amount, currency };
    ids.set(name, (await fundgate.instantSettlements.create(asked)).funding_id);
    fixture.passSeconds(hours * HOUR_SECONDS);
    if (isDecided(name)) await admin.graphql(DECIDE[name], { id: ids.get(name) });
  }
  await fixture.relay();
  return ids;
}

describe('the guide of the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    fixture = await openConsole();
    ids = await liveSomeDays(fixture);
    ada = await signIn(fixture);
    await ada.page.setViewportSize(SIZE);
  });
  afterAll(() => closeConsole(fixture));

  async function keep(name: string) {
    await ada.page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    if (PICTURES === '') return;
    mkdirSync(PICTURES, { recursive: true });
    await ada.page.screenshot({ path: join(PICTURES, `console-${name}.png`) });
  }

  test('shows the queue, a case with a document, the events and the overview of the demo', async () => {
    const { page } = ada;
    const row = (name: RegExp) => page.getByRole('row', { name });
    await row(/Kowloon Seafood Limited.*JPY 2,469,000 5 d/).waitFor();
    await row(/Central Stationery Limited.*SGD 11,200\.00 2 h/).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await keep('queue');

    await page.getByRole('link', { name: 'Lantau Foods Limited' }).click();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('img', { name: 'business_registration_certificate.pdf, page 1 of 1' }).waitFor();
    await expect
      .poll(() => page.locator('canvas').evaluate((drawn) => drawn.clientHeight))
      .toBeGreaterThan(300);
    await keep('case');

    await page.getByRole('link', { name: 'Events' }).click();
    await row(/Funding submitted SGD 11,200\.00/).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await fixture.admin.graphql(APPROVE, { id: ids.get('Kowloon Seafood Limited') });
    await fixture.relay();
    await row(/Funding approved/).waitFor();
    await keep('events');

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('img', { name: /approved and 2 denied in 14 days/ }).waitFor();
    await keep('overview');
  });
});
