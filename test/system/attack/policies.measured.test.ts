// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, SECRET_KEY, settlementBody } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';
import { sendRaw } from '../../support/requests/raw-request.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';

const RULES = 50;
/** Just below the longest `transactions`. */
const TRANSACTIONS_BYTES = 2_000_000;
const OPERATORS = 4;

/** The dearest conditions that can be saved: see `evaluation.measured.test.ts`. Each fails at the end, at the earliest. */
const DEAREST = Array(75).fill('int(sector)>1').join('||');
const rules = Array.from({ length: RULES }, (_, at) => ({ key: `r${at}`, when: DEAREST, then: 'DENY' }));

const folder = dataFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder.path, 'attack.db')}`, SECRET_KEY };
let attacked: AttackedGateway;
let partner: string;
let operator: string;
let customerId: string;
beforeAll(async () => {
  const fixture = await openTestGateway({ ...environment, STORAGE_URL: `fs:${join(folder.path, 'files')}` });
  const made = await fixture.partner({ review: 'policy' });
  const { apiKey, graphql } = await fixture.key(made.partnerId, { role: 'operator' });
  [partner, operator] = [made.apiKey, apiKey];
  customerId = await made.completeCustomer('HK');
  const does = async (query: string, variables: object) => {
    const { json } = await graphql(query, variables);
    expect(json.errors).toBeUndefined();
    return json.data.done;
  };
  const input = { otherwise: 'APPROVE', rules };
  for (const step of ['publishPolicy', 'shadowPolicy']) {
    const { id } = await does(
      'mutation ($input: CreatePolicyInput!) { done: createPolicy(input: $input) { id } }',
      {
        input,
      },
    );
    const at = '"2001-01-01T00:00:00Z"';
    await does(
      `mutation ($id: ID!) { done: startPolicyTrial(id: $id, from: ${at}, until: ${at}) { state } }`,
      { id },
    );
    await does(`mutation ($id: ID!) { done: ${step}(id: $id) { id } }`, { id });
  }
  await fixture.close();
  attacked = await openAttackedGateway({ ...environment, STORAGE_URL: `fs:${join(folder.path, 'files')}` });
});
afterAll(async () => {
  await attacked.close();
  folder[Symbol.dispose]();
});

const headersOf = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' });

/** Transactions of one text again and again, as long as they may be. */
const filled = (part: string, around: (all: string) => string): string =>
  around(
    Array(Math.floor(TRANSACTIONS_BYTES / (part.length + 1)) - 1)
      .fill(part)
      .join(),
  );

test.each([
  [
    'as many transactions as fit',
    filled(
      '{"transaction_amount":1,"transaction_currency":"HKD","transaction_date":"2026-01-01"}',
      (all) => `{"transaction_list":[${all}]}`,
    ),
  ],
  [
    'one transaction of many amounts',
    filled('"transaction_amount":1', (all) => `{"transaction_list":[{${all}}]}`),
  ],
  ['as many lists as fit', filled('"transaction_list":[{}]', (all) => `{${all}}`)],
  ['as many names as fit', filled('"a":1', (all) => `{${all}}`)],
  [
    'one date as long as all',
    filled(
      '2026-01-01T0',
      (all) =>
        `{"transaction_list":[{"transaction_amount":1,"transaction_currency":"HKD","transaction_date":"${all}"}]}`,
    ),
  ],
])(
  'a request of %s, evaluated by fifty of the dearest rules, live and shadow',
  async (_what, transactions) => {
    const body = JSON.stringify(settlementBody(customerId, { transactions: '@' })).replace(
      '"@"',
      () => transactions,
    );
    const harm = await attacked.attack({
      line: 'POST /v1/instant-settlements',
      headers: headersOf(partner),
      body,
    });
    expect(harm.answer.status).toBe(200);
    expectHarmless(harm);
  },
);

test('several operators who check the dearest rules at once', async () => {
  const query = 'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }';
  // What cannot be saved is checked as well, and leaves no version.
  const wrong = [...rules.slice(1), { key: 'last', when: `${DEAREST}||nope`, then: 'DENY' }];
  const body = JSON.stringify({ query, variables: { input: { otherwise: 'APPROVE', rules: wrong } } });
  const request = { line: 'POST /graphql', headers: headersOf(operator), body };
  const harm = await attacked.attackWith(async ({ url }) => {
    const answers = await Promise.all(Array.from({ length: OPERATORS }, () => sendRaw(url, request)));
    const [first] = answers;
    if (first === undefined) throw new Error('No operator asked.');
    return answers.find(({ status }) => status !== first.status) ?? first;
  });
  expect(harm.answer.text).toContain('parameter_invalid');
  expectHarmless(harm);
});
