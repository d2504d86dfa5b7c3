import { expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) =>
  errors?.[0]?.extensions.code ?? 'done';

/** Every entry is balanced, and each step of the row has its event. */
async function expectInOrder({ gateway, entries }: Awaited<ReturnType<typeof openServicing>>, id: string) {
  const { reads } = gateway.database;
  for (const { legs } of await entries(id))
    expect(legs.reduce((sum: number, [, amount]: [string, number]) => sum + amount, 0)).toBe(0);
  const row = await reads.selectFrom('servicing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.entries).toBe((await entries(id)).length);
  return row;
}

test('of two waivers of the whole fee one wins', async () => {
  const fixture = await openServicing();
  const id = await fixture.fund();
  const waivers = [1, 2, 3, 4].map(() => fixture.change('waiveFee', id, 'amount: 1000000'));
  const codes = (await Promise.all(waivers)).map(codeOf).toSorted();
  expect(codes).toEqual(['balance_insufficient', 'balance_insufficient', 'balance_insufficient', 'done']);
  expect(await expectInOrder(fixture, id)).toMatchObject({ fee_waived: 1_000_000, fee_outstanding: 0 });
  await fixture.close();
});

test('of two write-offs one wins, and a waiver comes before it or is refused', async () => {
  const fixture = await openServicing();
  const id = await fixture.fund();
  const [first, second, waived] = await Promise.all([
    fixture.change('writeOffInstantSettlement', id, 'code: FRAUD'),
    fixture.change('writeOffInstantSettlement', id, 'code: OTHER'),
    fixture.change('waiveFee', id, 'amount: 1000'),
  ]);
  expect([codeOf(first), codeOf(second)].toSorted()).toEqual(['done', 'funding_status_invalid']);
  const waiver = codeOf(waived) === 'done' ? 1_000 : 0;
  expect(codeOf(waived)).toBe(waiver === 0 ? 'funding_status_invalid' : 'done');
  expect(await expectInOrder(fixture, id)).toMatchObject({
    written_off_fee: 1_000_000 - waiver,
    fee_waived: waiver,
  });
  await fixture.close();
});

test('of two undos of one entry one wins', async () => {
  const fixture = await openServicing();
  const id = await fixture.fund();
  await fixture.change('waiveFee', id, 'amount: 1000');
  const waiver = (await fixture.entries(id)).find(({ kind }) => kind === 'waiver');
  const undo = async () =>
    (
      await fixture.operator.graphql(
        'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { id } }',
        { id: waiver?.id },
      )
    ).json;
  const codes = (await Promise.all([undo(), undo(), undo()])).map(codeOf);
  expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'done']);
  expect(await expectInOrder(fixture, id)).toMatchObject({ fee_waived: 0, fee_outstanding: 1_000_000 });
  await fixture.close();
});

test('of a return and a write-off one wins', async () => {
  const fixture = await openServicing();
  const id = await fixture.fund();
  const both = await Promise.all([
    fixture.change('returnDisbursement', id, 'reason: "account closed"'),
    fixture.change('writeOffInstantSettlement', id, 'code: FRAUD'),
  ]);
  expect(both.map(codeOf).toSorted()).toEqual(['done', 'funding_status_invalid']);
  await expectInOrder(fixture, id);
  await fixture.close();
});
