import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import type { SettlementStatus } from '../../../src/nouns/settlement/settlement.machine.ts';
import { listSettlementOutcomes } from '../../../src/nouns/settlement/history/settlement-outcome.operations.ts';
import type { SettlementRow } from '../../../src/nouns/settlement/settlement.present.ts';
import type { Answer, TestPartner } from '../../support/gateway.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

let stages: Stages;
let stranger: Omit<TestPartner, 'partnerId'>;
let strangerId: string;
let otherCustomer: string;
let strangersCustomer: string;
beforeAll(async () => {
  stages = await openStages();
  const { json } = await stages.operator.graphql(
    'mutation { createPartner(input: { name: "Stranger" }) { partner { id } key { apiKey } } }',
  );
  const { partner, key } = json.data.createPartner;
  strangerId = partner.id;
  stranger = stages.withKey(key.apiKey);
  otherCustomer = await stages.partner.completeCustomer();
  strangersCustomer = await stranger.completeCustomer();
});
afterAll(() => stages.close());

const db = () => stages.gateway.database.writes;
const rowOf = (id: string): Promise<SettlementRow> =>
  db().selectFrom('instant_settlement').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const write = async (id: string, change: Partial<SettlementRow>) =>
  void (await db().updateTable('instant_settlement').set(change).where('id', '=', id).execute());

/** Who would see a settlement, after it was moved or where it belongs. */
interface Seen {
  readonly id: string;
  readonly customerId: string;
  readonly partner: Pick<TestPartner, 'rest' | 'graphql'>;
}

interface ReadPath {
  /** The status in which the path shows a settlement, and the one from which an attacker sets it. */
  readonly status: SettlementStatus;
  readonly before: SettlementStatus;
  readonly ask: (seen: Seen) => Promise<Answer>;
}

const accepted = { status: 'accepted', before: 'approved' } as const;
const SHOWN = 'nodes { id amount status interestRate }';
const DAY = 'created_from=2026-03-01&created_until=2027-03-01';

const paths: Readonly<Record<string, ReadPath>> = {
  'REST, one': {
    ...accepted,
    ask: ({ id, partner }) => partner.rest('GET', `/v1/instant-settlements/${id}`),
  },
  'REST, the list': { ...accepted, ask: ({ partner }) => partner.rest('GET', '/v1/instant-settlements') },
  'REST, the list of one status': {
    ...accepted,
    ask: ({ partner }) => partner.rest('GET', '/v1/instant-settlements?status=accepted'),
  },
  'REST, the list of two statuses, one currency and a period': {
    ...accepted,
    ask: ({ partner }) =>
      partner.rest('GET', `/v1/instant-settlements?status=accepted,repaid&currency=HKD&${DAY}`),
  },
  'REST, the list of a customer': {
    ...accepted,
    ask: ({ customerId, partner }) => partner.rest('GET', `/v1/customers/${customerId}/instant-settlements`),
  },
  'GraphQL, one': {
    ...accepted,
    ask: ({ id, partner }) => partner.graphql(`{ instantSettlement(id: "${id}") { amount } }`),
  },
  'GraphQL, the node': {
    ...accepted,
    ask: ({ id, partner }) =>
      partner.graphql(`{ node(id: "${id}") { ... on InstantSettlement { amount } } }`),
  },
  'GraphQL, the list': {
    ...accepted,
    ask: ({ partner }) => partner.graphql(`{ instantSettlements { ${SHOWN} } }`),
  },
  'GraphQL, the list of an operator': {
    ...accepted,
    ask: () => stages.operator.graphql(`{ instantSettlements(filter: { status: [ACCEPTED] }) { ${SHOWN} } }`),
  },
  'GraphQL, with history and outcome': {
    ...accepted,
    ask: ({ partner }) =>
      partner.graphql(
        '{ instantSettlements { edges { node { history { event at } decisionReason kycChanged } } } }',
      ),
  },
  'GraphQL, the list of a customer': {
    ...accepted,
    ask: ({ customerId, partner }) =>
      partner.graphql(`{ customer(id: "${customerId}") { instantSettlements { ${SHOWN} } } }`),
  },
  'GraphQL, the lists of all customers': {
    ...accepted,
    ask: ({ partner }) =>
      partner.graphql(
        `{ customers { nodes { instantSettlements(filter: { currency: "HKD" }) { ${SHOWN} } } } }`,
      ),
  },
  'the queue of settlements to review': {
    status: 'submitted',
    before: 'denied',
    ask: () => stages.operator.graphql(`{ workList { settlementsToReview(last: 10) { ${SHOWN} } } }`),
  },
  'the queue of settlements to disburse': {
    ...accepted,
    ask: () => stages.operator.graphql(`{ workList { settlementsToDisburse(last: 10) { ${SHOWN} } } }`),
  },
  'the queue of offers that lapse': {
    status: 'approved',
    before: 'rejected',
    ask: () => stages.operator.graphql(`{ workList { lapsingOffers(last: 10) { ${SHOWN} } } }`),
  },
};

/** What an attacker writes into the row of a settlement in the status of the path. */
const changes: Readonly<Record<string, (other: SettlementRow) => Partial<SettlementRow>>> = {
  nothing: ({ kyc_changed }) => ({ kyc_changed }),
  'another amount': () => ({ amount: 9_000_000 }),
  'another rate': () => ({ interest_rate: 0.0001 }),
  'another customer': () => ({ customer_id: otherCustomer }),
  'another partner': () => ({ partner_id: strangerId, customer_id: strangersCustomer }),
  'the MAC of another': ({ mac }) => ({ mac }),
  'no MAC': () => ({ mac: '' }),
};

function seenAfter(id: string, { customer_id, partner_id }: Partial<SettlementRow>): Seen {
  const partner = partner_id === strangerId ? stranger : stages.partner;
  return { id, customerId: customer_id ?? stages.customerId, partner };
}

const codeOf = ({ json }: Answer): string => json.error?.code ?? json.errors?.[0].extensions.code ?? 'shown';

/** The answer after a change, which is undone afterwards, and the lines of the log about it. */
async function answerTo(path: ReadPath, id: string, change: Partial<SettlementRow>): Promise<string> {
  const before = await rowOf(id);
  await write(id, change);
  stages.logged.length = 0;
  const answer = await path.ask(seenAfter(id, change));
  await write(id, before);
  const code = codeOf(answer);
  if (code === 'shown') return answer.text.includes(id) || !answer.text.includes('"id"') ? code : 'not there';
  expect(answer.text.replaceAll(`id: \\"${id}\\"`, '')).not.toContain(id);
  const failures = stages.logged.filter((line) => line.includes('"failure"'));
  expect(failures.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ error: 'DamageError', place: `instant_settlement/${id}` }),
  ]);
  return code;
}

const REFUSED = 'service_unavailable';

test.each(Object.entries(paths))(
  '%s: a settlement that was changed in the database directly is not shown',
  async (_, path) => {
    const id = await stages.bring(path.status);
    const other = await rowOf(await stages.bring(path.status));
    const answers: Record<string, string> = {};
    for (const [name, changed] of Object.entries(changes))
      answers[name] = await answerTo(path, id, changed(other));
    const earlier = await stages.bring(path.before);
    answers['another status'] = await answerTo(path, earlier, { status: path.status });
    expect(answers).toEqual({
      nothing: 'shown',
      'another amount': REFUSED,
      'another rate': REFUSED,
      'another customer': REFUSED,
      'another partner': REFUSED,
      'the MAC of another': REFUSED,
      'no MAC': REFUSED,
      'another status': REFUSED,
    });
  },
);

test('the outcome of a forged settlement is not shown either', async () => {
  const [id, beside] = [await stages.bring('approved'), await stages.bring('approved')];
  await write(id, { approved_kyc_revision: 99 });
  const input = { funding_ids: [id, beside] };
  const call = { caller: commandLine, requestId: 'test', ids: {}, input };
  const { view } = await execute(stages.gateway, listSettlementOutcomes, call);
  expect(view.get(id)).toMatchObject({ code: REFUSED });
  expect(view.get(beside)).toMatchObject({ funding_id: beside });
});
