import { afterEach, describe, expect, test } from 'vitest';
import { approvePending, openPeople, type People, queueOf, told } from '../../support/fixtures/people.ts';
import { ALL_ON, reported } from './changes.ts';

let people: People;
const closeAfterEach = () => afterEach(() => people.close());

const item = (id: string) => `{ fundingId: "${id}", amount: 100, source: TRANSFER, reference: "b 1" }`;

describe('changes', () => {
  closeAfterEach();

  test('those that keep money from going need one person', async () => {
    people = await openPeople();
    const [denied, withdrawn, revoked, report] = [
      await people.submit(),
      await people.bring('approved'),
      await people.bring('accepted'),
      await reported(people),
    ];
    await people.set(people.ann, ALL_ON);
    const byOne = (text: string, id: string) =>
      told(people.ann.graphql(`mutation ($id: ID!) { done: ${text} { id } }`, { id }));
    const { partnerId } = people.partner;
    for (const done of [
      await byOne('denyInstantSettlement(id: $id, reason: HIGH_REFUND_RATE)', denied),
      await byOne('withdrawInstantSettlement(id: $id, reason: "r")', withdrawn),
      await byOne('revokeInstantSettlement(id: $id, reason: "r")', revoked),
      await byOne('declineRepayment(id: $id, reason: "r")', report),
      await byOne('hold(kind: PARTNER, id: $id, reason: "r")', partnerId),
    ])
      expect(done).toMatchObject({ code: null, pending: null });
  });
});

test('a confirmation that waits lapses when the partner takes the report back', async () => {
  people = await openPeople();
  const report = await reported(people);
  await people.set(people.ann, ALL_ON);
  const confirm = `mutation { done: confirmRepayment(id: "${report}") { id } }`;
  expect(await told(people.ann.graphql(confirm))).toMatchObject({ pending: { operation: 'CONFIRM' } });
  expect((await people.partner.rest('POST', `/v1/repayments/${report}/cancel`)).status).toBe(200);
  expect(await queueOf(people.ann)).toEqual([]);
  expect(await people.trail()).toContain('approval.lapsed');
  await people.close();
});

describe('a bulk', () => {
  closeAfterEach();

  const bulk = (by: People['ann'], items: string, more = '') =>
    told(
      by.graphql(
        `mutation { done: recordRepayments(input: { items: [${items}]${more} }) { recorded valid refused } }`,
      ),
    );

  test('waits as a whole by its total, and a dry run needs nobody', async () => {
    people = await openPeople();
    const [one, two] = [await people.bring('funded'), await people.bring('funded')];
    await people.set(
      people.ann,
      'twoPeople: [{ operation: BULK, rule: FROM }], twoPeopleFrom: [{ operation: BULK, currency: "HKD", amount: 200 }]',
    );
    const both = `${item(one)}, ${item(two)}`;
    expect(await bulk(people.ann, both, ', dryRun: true')).toMatchObject({ pending: null });
    const asked = await bulk(people.ann, both);
    expect(asked).toMatchObject({ data: { done: null }, pending: { operation: 'BULK', maker: 'Ann' } });
    const { json } = await people.bob.graphql(
      '{ pendingApprovals { nodes { objectId amounts { currency amount } } } }',
    );
    expect(json.data.pendingApprovals.nodes).toEqual([
      { objectId: null, amounts: [{ currency: 'HKD', amount: 200 }] },
    ]);
    // Another bulk is another change, and one below the amount needs one person.
    expect(await bulk(people.bob, item(one))).toMatchObject({ data: { done: { recorded: 1 } } });
    expect(await approvePending(people.bob, asked.pending.id)).toMatchObject({ code: 'conflict' });
    expect(await bulk(people.ann, item(two).replace('b 1', 'b 2'))).toMatchObject({
      data: { done: { recorded: 1 } },
    });
    // Split over several calls, the amounts add up.
    expect(await bulk(people.ann, item(two).replace('b 1', 'b 3'))).toMatchObject({
      pending: { operation: 'BULK' },
    });
  });

  test('is recorded once by a second person, also from a file', async () => {
    people = await openPeople('twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    const id = await people.bring('funded');
    const csv = `funding_id,amount,currency,received_on,reference,source\n${id},1.00,HKD,2026-03-01,c 1,transfer\n`;
    const send = (by: People['ann']) =>
      told(
        by.graphql('mutation ($csv: String!) { done: importRepayments(input: { csv: $csv }) { recorded } }', {
          csv,
        }),
      );
    expect(await send(people.ann)).toMatchObject({ data: { done: null }, pending: { operation: 'BULK' } });
    expect(await send(people.bob)).toMatchObject({ data: { done: { recorded: 1 } }, pending: null });
    expect(await send(people.cat)).toMatchObject({ data: { done: { recorded: 0 } }, pending: null });
  });

  test('whose total is not exact is sent in parts, but only if two people are needed', async () => {
    people = await openPeople();
    const { MAX_SAFE_INTEGER: most } = Number;
    let [one, two] = [await people.bring('funded'), await people.bring('funded')];
    const large = (name: string) =>
      `${item(one).replace('100', String(most))}, ${item(two)}`.replaceAll('b 1', name);
    expect(await bulk(people.ann, large('b 2'))).toMatchObject({ data: { done: { recorded: 2 } } });
    [one, two] = [await people.bring('funded'), await people.bring('funded')];
    await people.set(people.ann, 'twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    expect(await bulk(people.ann, large('b 3'))).toMatchObject({ code: 'parameter_invalid', pending: null });
    expect(await queueOf(people.ann)).toEqual([]);
  });

  test('that would record nothing tells so at once', async () => {
    people = await openPeople('twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    const id = await people.bring('submitted');
    expect(await bulk(people.ann, item(id))).toMatchObject({
      data: { done: { recorded: 0, refused: 1 } },
      pending: null,
    });
    expect(await bulk(people.ann, item(id), ', onlyValid: true')).toMatchObject({
      data: { done: { recorded: 0, refused: 1 } },
      pending: null,
    });
    expect(await queueOf(people.ann)).toEqual([]);
  });

  test('of which only the valid rows are recorded waits by the total of these', async () => {
    people = await openPeople('twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    const id = await people.bring('funded');
    const rows = [
      `${id},1.00,HKD,2026-03-01,right,transfer`,
      `${id},one,HKD,2026-03-01,unreadable,transfer`,
      'fun_none,5.00,HKD,2026-03-01,unknown,transfer',
    ];
    const csv = ['funding_id,amount,currency,received_on,reference,source', ...rows].join('\n');
    const input = { csv, onlyValid: true };
    const document =
      'mutation ($input: ImportRepaymentsInput!) { done: importRepayments(input: $input) { recorded } }';
    expect(await told(people.ann.graphql(document, { input }))).toMatchObject({
      data: { done: null },
      pending: { operation: 'BULK' },
    });
    const { json } = await people.bob.graphql(
      '{ pendingApprovals { nodes { amounts { currency amount } } } }',
    );
    expect(json.data.pendingApprovals.nodes).toEqual([{ amounts: [{ currency: 'HKD', amount: 100 }] }]);
  });
});
