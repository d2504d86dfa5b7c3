import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryPolicy } from '../../support/fixtures/policy-trial.ts';
import { moveBefore } from '../../nouns/settlement/servicing/former.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const LONG = 'Kowloon-and-New-Territories-Import-Export-'.repeat(3);
const NOTE = 'As the credit committee decided in its meeting of last month, see its minutes. '.repeat(3);

const rule = (key: string, when: string, then = 'REVIEW', more = {}) => ({ key, when, then, ...more });

/** Fifty rules: some hold, one fails, the others do not hold. */
const FIFTY = [
  rule('chargebacks-of-the-account-in-the-year', 'chargeback_rate > 0.05', 'DENY', { note: NOTE }),
  rule('cannot-be-evaluated', 'has_complex_structure', 'DENY', { note: 'The partner may leave it out.' }),
  rule('sums', 'amount + outstanding[currency] + committed[currency] > 5 && !(sector in ["gems", "arms"])'),
  ...Array.from({ length: 47 }, (_, at) => rule(`limit-${at}`, `amount > ${(at + 2) * 100_000_000}`)),
];

describe('what was decided', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const ask = async (query: string, variables: object) => {
    const { json } = await fixture.admin.graphql(query, { ...variables });
    expect(json.errors).toBeUndefined();
    return json.data.done;
  };

  async function publish(input: object): Promise<string> {
    const create = 'mutation ($input: CreatePolicyInput!) { done: createPolicy(input: $input) { id } }';
    const { id } = await ask(create, { input });
    await tryPolicy({ gateway: fixture.gateway.gateway, operator: fixture.admin }, id);
    await ask('mutation ($id: ID!) { done: publishPolicy(id: $id) { id } }', { id });
    return id;
  }

  const decide = (id: string, how: string) => ask(`mutation ($id: ID!) { done: ${how} { id } }`, { id });

  test('by fifty rules with a long name is no wider than the window, hits first, then what failed', async () => {
    const policy = await publish({
      otherwise: 'REVIEW',
      purpose: `${LONG} policy`,
      note: NOTE,
      rules: FIFTY,
    });
    const company = `${LONG} Limited`;
    const sent = { account_chargeback_rate: 0.06 };
    const { fundingId } = await fixture.request(company, sent);
    await decide(fundingId, 'denyInstantSettlement(id: $id, reason: HIGH_CHARGEBACK_RATE)');
    await openCase(fixture, ada, fundingId, company);
    const { page } = ada;
    const card = page.locator('section.card', {
      has: page.getByRole('heading', { name: 'Denied', exact: true }),
    });
    await card.getByText('47 rules that do not hold').waitFor();
    const lines = await card.locator('ul.rule-lines').first().getByRole('listitem').allInnerTexts();
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'chargebacks-of-the-account-in-the-year',
      'sums',
      'cannot-be-evaluated',
    ]);
    await everyLook(ada, 'decision-fifty-rules');
    await card.getByText('47 rules that do not hold').click();
    await card.getByText('The facts as they were').click();
    await everyLook(ada, 'decision-fifty-rules-open');
    await goTo(fixture, ada, `policy/${policy}`);
    await page.getByText('limit-46').waitFor();
    await everyLook(ada, 'policy-fifty-rules');
  });

  test('by a policy that denies everything, and by an earlier version that kept no facts, says so', async () => {
    const policy = await publish({
      otherwise: 'DENY',
      purpose: 'Nothing at all',
      rules: [rule('all', 'true', 'DENY')],
    });
    const { fundingId } = await fixture.request('Contrary Company');
    await decide(fundingId, 'approveInstantSettlement(id: $id, override: "The board knows them")');
    await openCase(fixture, ada, fundingId, 'Contrary Company');
    const { page } = ada;
    await page.getByText('Decided otherwise, because').waitFor();
    await everyLook(ada, 'decision-deny-all');
    await goTo(fixture, ada, `policy/${policy}`);
    await page.getByText('Its rule “all” denies every request.').waitFor();
    await everyLook(ada, 'policy-deny-all');

    const { fundingId: old } = await fixture.request('Former Company');
    await moveBefore(fixture.gateway, old, 'approve');
    await openCase(fixture, ada, old, 'Former Company');
    await page.getByText('The facts were not kept').waitFor();
    await everyLook(ada, 'decision-no-facts');
  });
});

describe('a damaged record', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const writes = () => fixture.gateway.gateway.database.writes;

  test('of a hold, a note or a policy is shown as damaged beside the others, with what to do', async () => {
    const { fundingId, customerId } = await fixture.request('Damaged Company');
    const hold = 'mutation ($id: ID!) { hold(kind: SETTLEMENT, id: $id, reason: "A question") { id } }';
    await fixture.admin.graphql(hold, { id: fundingId });
    const note = 'mutation ($id: ID!) { addNote(id: $id, text: "A call") { noteId } }';
    await fixture.admin.graphql(note, { id: fundingId });
    await fixture.admin.graphql(note, { id: customerId });
    await fixture.admin.graphql(
      'mutation { createPolicy(input: { otherwise: REVIEW, purpose: "Sums", rules: [{ key: "k", when: "amount > 1", then: REVIEW }] }) { id } }',
    );
    await writes().updateTable('hold').set({ placed_by: 'opr_mallory' }).execute();
    await writes().updateTable('note').set({ author: 'opr_mallory' }).execute();
    await writes().updateTable('policy').set({ owner: 'opr_mallory' }).execute();
    await openCase(fixture, ada, fundingId, 'Damaged Company');
    const { page } = ada;
    await page.getByText('Its record is not as the gateway wrote it, so it is not shown why.').waitFor();
    await page
      .getByText('It is not as the gateway wrote it, so its text and author are not shown.')
      .waitFor();
    await everyLook(ada, 'damaged-case');
    await page.getByRole('button', { name: 'Lift' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('place a new one before you lift it').waitFor();
    await dialog.getByLabel('Why').fill('Looked into');
    await dialog.getByRole('button', { name: 'Lift' }).click();
    await page.getByText('Nothing is held.').waitFor();
    await goTo(fixture, ada, 'policies');
    await page.getByRole('row', { name: /Damaged record not known/ }).waitFor();
    await everyLook(ada, 'damaged-policies');
  });

  test('of a change that waits has no button that approves it, and is set aside', async () => {
    const bob = await fixture.person('Bob Chan', 'bob@provider.example');
    const settings =
      'mutation { updateProviderSettings(input: { twoPeople: [{ operation: APPROVE, rule: ALWAYS }] }) { updatedAt } }';
    await fixture.admin.graphql(settings);
    const { fundingId } = await fixture.request('Waiting Company');
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { id } }';
    const asked = await fixture.gateway.withKey(bob.apiKey).graphql(approve, { id: fundingId });
    expect(asked.json.extensions.pendingApproval).toMatchObject({ maker: 'Bob Chan' });
    await writes().updateTable('approval').set({ maker: 'opr_mallory' }).execute();
    await openCase(fixture, ada, fundingId, 'Waiting Company');
    const { page } = ada;
    const card = page.getByRole('region', { name: 'Waits for a second person' });
    await card.getByText('so it cannot be approved. Set it aside').waitFor();
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Set aside']);
    await everyLook(ada, 'damaged-approval');
    await goTo(fixture, ada, 'queue/approvals');
    await page.getByRole('row', { name: /Approve/ }).waitFor();
    await everyLook(ada, 'damaged-approvals');
    await page.getByRole('link', { name: 'Approve', exact: true }).click();
    await page.getByText('so it cannot be approved').waitFor();
    await everyLook(ada, 'damaged-approval-alone');
    await page.getByRole('button', { name: 'Set aside' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('Damaged');
    await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click();
    await page.getByText('It was set aside. Nothing was done.').waitFor();
  });
});
