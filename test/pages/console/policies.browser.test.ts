import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTrialToItsEnd } from '../../support/fixtures/policy-trial.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const LONG = 'Small requests of companies that have repaid before need no person, and all others do '.repeat(
  2,
);

describe('the screens of policies', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture, fixture.ada.apiKey, 'policies');
  });
  afterAll(() => closeConsole(fixture));

  async function create(input: object): Promise<string> {
    const { json } = await fixture.admin.graphql(
      'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
      { input },
    );
    expect(json.errors).toBeUndefined();
    return json.data.createPolicy.id;
  }
  const button = (name: string) => ada.page.getByRole('button', { name, exact: true });

  test('a draft is written, its fault stands at its rule, and it becomes the shadow and then live', async () => {
    const { page } = ada;
    await page.getByText('There is no such policy.').waitFor();
    await page.getByRole('link', { name: 'New policy' }).click();
    await page.getByLabel('Purpose').fill('Chargebacks');
    const rule = (at: number) => page.getByRole('group', { name: `Rule ${at}` });
    await rule(1).getByLabel('Name').fill('large');
    await rule(1).getByLabel('If', { exact: false }).first().fill('amount > 100000000');
    await button('Add a rule').click();
    await rule(2).getByLabel('Name').fill('chargebacks');
    await rule(2).getByRole('combobox').first().selectOption('DENY');
    await rule(2).getByLabel('Reason').selectOption('HIGH_CHARGEBACK_RATE');
    const condition = rule(2).locator('textarea');
    await condition.fill('chargebacks > 0.05');
    await button('Save the draft').click();
    await rule(2).getByRole('alert').getByText('Unknown variable: chargebacks').waitFor();
    expect(await rule(1).getByRole('alert').count()).toBe(0);
    expect(await condition.evaluate((field) => field === document.activeElement)).toBe(true);
    await condition.fill('chargeback_rate > 0.05');
    await rule(2).getByRole('button', { name: 'Up' }).click();
    await button('Save the draft').click();

    await page.getByRole('heading', { name: 'Chargebacks Draft' }).waitFor();
    const rows = await page.getByRole('table', { name: 'Rules' }).getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      'chargebacks chargeback_rate > 0.05 Deny High chargeback rate –',
      'large amount > 100000000 Review –',
    ]);
    await page.getByText('None yet. A trial evaluates past decisions').waitFor();
    await button('Try').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try' }).click();
    await page.getByText('Finished. There were no decisions at that time.').waitFor();
    for (const [step, state] of [
      ['Shadow', 'Shadow'],
      ['Publish', 'Live'],
    ] as const) {
      await button(step).click();
      await page.getByRole('dialog').getByRole('button', { name: step }).click();
      await page.getByRole('heading', { name: `Chargebacks ${state}` }).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await page.getByText(/^Became live by Ada Wong/).waitFor();
  });

  test('a trial that runs is followed to its end without a reload, and then the version is published', async () => {
    const { page } = ada;
    const { fundingId } = await fixture.request('Tried Company');
    await fixture.admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { id } }', {
      id: fundingId,
    });
    const rules = [{ key: 'stop', when: 'true', then: 'DENY' }];
    const id = await create({ purpose: 'Tried first', otherwise: 'APPROVE', rules });
    await goTo(fixture, ada, `policy/${id}`);
    await button('Try').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try' }).click();
    await page.getByText('0 of all decisions so far').waitFor();
    await readTrialToItsEnd(fixture.gateway.gateway);
    await page.getByText('Finished: 1 of 1 decisions would be different.').waitFor();
    await button('Publish').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Tried first Live' }).waitFor();
  });

  test('a draft is changed and copied, and a key that may only read has no buttons', async () => {
    const { page } = ada;
    const rules = [{ key: 'small', when: 'amount < 100', then: 'APPROVE', rate: 0.015 }];
    const id = await create({ purpose: 'Small ones', otherwise: 'REVIEW', rules });
    await goTo(fixture, ada, `policy/${id}`);
    await page.getByRole('link', { name: 'Change' }).click();
    const rate = page.getByLabel('Rate in percent');
    expect(await rate.inputValue()).toBe('1.5');
    await rate.fill('2');
    await page.getByLabel('If no rule holds').selectOption('DENY');
    await button('Save the draft').click();
    await page.getByText('If no rule holds: deny.').waitFor();
    await page.getByText('at 2 %').waitFor();
    await page.getByRole('link', { name: 'Copy into a draft' }).click();
    await page.getByRole('heading', { name: 'New policy' }).waitFor();
    await button('Save the draft').click();
    await page.getByRole('heading', { name: /^Small ones/ }).waitFor();
    await goTo(fixture, ada, 'policies?state=DRAFT');
    await expect.poll(() => page.getByRole('row', { name: /Small ones/ }).count()).toBe(2);

    const { apiKey } = await fixture.gateway.key(fixture.partner.partnerId, {
      role: 'operator',
      operator_id: fixture.ada.operatorId,
      scopes: ['read'],
    });
    const rita = await signIn(fixture, apiKey, `policy/${id}`);
    await rita.page.getByText('If no rule holds: deny.').waitFor();
    expect(await rita.page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await rita.leave();
  });

  test('fit each width with long names, with fifty rules and with a policy that denies everything', async () => {
    const { page } = ada;
    const when = 'chargeback_rate > 0.05 && outstanding[currency] + amount > 500000 && currency == "HKD"';
    const rules = Array.from({ length: 50 }, (_, at) => ({
      key: `rule_with_a_very_long_name_number_${at}`,
      when: at % 5 === 0 ? `${when} || ${when} || ${when}` : 'settlement_period > 60',
      then: at % 3 === 0 ? 'DENY' : 'REVIEW',
      note: at === 1 ? LONG.replaceAll(' ', '') : at % 4 === 0 ? LONG : null,
    }));
    const many = await create({ purpose: LONG, note: LONG, otherwise: 'REVIEW', rules });
    const all = await create({
      purpose: 'Nobody',
      otherwise: 'REVIEW',
      rules: [{ key: 'stop', when: 'true', then: 'DENY' }],
      partnerId: fixture.partner.partnerId,
    });
    await goTo(fixture, ada, 'policies');
    await page.getByRole('row', { name: /Nobody/ }).waitFor();
    await everyLook(ada, 'policies');
    await goTo(fixture, ada, `policy/${many}`);
    await page.getByRole('heading', { name: '50 rules' }).waitFor();
    await everyLook(ada, 'policy-many', async (look) => {
      const card = page.getByRole('region', { name: '50 rules' });
      expect(await card.evaluate((shown) => shown.scrollWidth - shown.clientWidth), look).toBe(0);
      // A word that has no end does not take the room of the conditions.
      const widths = card
        .locator('td:nth-child(2)')
        .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
      expect(Math.min(...(await widths)), look).toBeGreaterThan(200);
    });
    await goTo(fixture, ada, `policy/${many}/edit`);
    await page.getByText('50 of 50').waitFor();
    expect(await button('Add a rule').isDisabled()).toBe(true);
    await everyLook(ada, 'policy-edit');
    await goTo(fixture, ada, `policy/${all}`);
    await page.getByText('Its rule “stop” denies every request.').waitFor();
    await everyLook(ada, 'policy-all');
  });
});
