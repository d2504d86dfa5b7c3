import { afterEach, expect, test } from 'vitest';
import { approvePending, openPeople, type People } from '../../support/fixtures/people.ts';
import { send } from './changes.ts';

let people: People;
afterEach(() => people.close());

const RECORD = 'recordRepayment(id: $id, input: { amount: 900000, source: TRANSFER, reference: "r" }) { id }';

test.each([
  ['WRITE_OFF', 'writeOffInstantSettlement(id: $id, code: FRAUD) { servicing { state } }'],
  ['REPAY', 'repayInstantSettlement(id: $id, reference: "all") { status }'],
])(
  '%s of all that is outstanding lapses if another amount is outstanding than the one that was asked for',
  async (operation, mutation) => {
    people = await openPeople(`twoPeople: [{ operation: ${operation}, rule: ALWAYS }]`);
    const id = await people.bring('funded');
    const { data } = await send(people.ann, RECORD, id);
    const { pending } = await send(people.ann, mutation, id);
    await send(people.cat, 'reverseRepayment(id: $id, reason: "it bounced") { id }', data.done.id);
    expect(await approvePending(people.bob, pending.id)).toMatchObject({ code: 'conflict' });
    const { pending: anew } = await send(people.bob, mutation, id);
    expect(anew).toMatchObject({ operation, maker: 'Bob' });
    const { json } = await people.bob.graphql(
      '{ approvals { nodes { id status amounts { currency amount } } } }',
    );
    expect(json.data.approvals.nodes).toEqual([
      { id: anew.id, status: 'PENDING', amounts: [{ currency: 'HKD', amount: 1_002_000 }] },
      { id: pending.id, status: 'LAPSED', amounts: [{ currency: 'HKD', amount: 102_000 }] },
    ]);
    expect(await approvePending(people.ann, anew.id)).toMatchObject({
      data: { done: { status: 'APPROVED' } },
    });
  },
);

test('the undo of a write-off needs two people by all that it takes back', async () => {
  people = await openPeople(
    'twoPeople: [{ operation: UNDO, rule: FROM }], twoPeopleFrom: [{ operation: UNDO, currency: "HKD", amount: 500000 }]',
  );
  const id = await people.bring('funded');
  const { data } = await send(people.ann, RECORD, id);
  await send(people.ann, 'writeOffInstantSettlement(id: $id, code: FRAUD) { id }', id);
  const { id: entry } = await people.gateway.database.reads
    .selectFrom('ledger_entry')
    .select('id')
    .where('kind', '=', 'write_off')
    .executeTakeFirstOrThrow();
  // What comes back is written off, too; the undo of the first write-off takes back both.
  await send(people.ann, 'reverseRepayment(id: $id, reason: "it bounced") { id }', data.done.id);
  const undo = 'undoEntry(entryId: $id, reason: "r") { servicing { outstanding } }';
  const asked = await send(people.ann, undo, entry);
  expect(asked).toMatchObject({
    data: { done: { servicing: { outstanding: 0 } } },
    pending: { operation: 'UNDO' },
  });
  expect(await send(people.bob, undo, entry)).toMatchObject({
    data: { done: { servicing: { outstanding: 1_002_000 } } },
    pending: null,
  });
});
