import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import {
  approve,
  approvePending,
  openPeople,
  type People,
  queueOf,
  refusePending,
  told,
} from '../../support/fixtures/people.ts';

const APPROVE = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';
const DAY_MS = 86_400_000;

let people: People;
beforeEach(async () => {
  people = await openPeople(APPROVE);
});
afterEach(() => people.close());

/** Ann asks for an approval; the ids of its settlement and of what waits. */
async function asked() {
  const id = await people.submit();
  const { pending } = await approve(people.ann, id);
  return { id, waits: String(pending.id) };
}

const statusOf = async (id: string) => (await people.read(id)).status;

/** Two ways in which a row that waits can be one that the gateway did not leave there. */
const FAULTS: readonly (readonly [string, (waits: string, id: string) => Promise<unknown>])[] = [
  [
    'forged',
    (waits) =>
      people.gateway.database.writes
        .updateTable('approval')
        .set({ maker: people.cat.operatorId })
        .where('id', '=', waits)
        .execute(),
  ],
  [
    'set back',
    async (waits) => {
      const { reads, writes } = people.gateway.database;
      const rows = reads.selectFrom('approval').selectAll().where('id', '=', waits);
      const before = await rows.executeTakeFirstOrThrow();
      expect(await refusePending(people.bob, waits)).toMatchObject({ data: { done: { status: 'REFUSED' } } });
      await writes.updateTable('approval').set(before).where('id', '=', waits).execute();
    },
  ],
];

describe.each(FAULTS)('a change whose record was %s', (_fault, damage) => {
  test('is approved by no one, and the same button asks for the change anew', async () => {
    const { id, waits } = await asked();
    await damage(waits, id);
    expect(await approvePending(people.bob, waits)).toMatchObject({ code: 'service_unavailable' });
    const anew = await approve(people.bob, id);
    expect(anew).toMatchObject({ data: { done: { status: 'SUBMITTED' } }, pending: { maker: 'Bob' } });
    expect(await queueOf(people.bob)).toEqual([anew.pending.id]);
    expect(await approve(people.ann, id)).toMatchObject({ data: { done: { status: 'APPROVED' } } });
    expect(JSON.stringify(await verify(people))).toContain(`approval/${waits}`);
  });

  test('does not keep its object from moving, by a person or by the clock', async () => {
    const [denied, withdrawn] = [await asked(), await asked()];
    for (const { id, waits } of [denied, withdrawn]) await damage(waits, id);
    await people.cause('deny', denied.id);
    expect(await statusOf(denied.id)).toBe('denied');
    await people.set(people.ann, 'twoPeople: []');
    await told(
      people.bob.graphql('mutation { updateProviderSettings(input: { twoPeople: [] }) { updatedAt } }'),
    );
    await people.cause('approve', withdrawn.id);
    people.wait(30 * DAY_MS);
    await runHousekeeping(people.gateway);
    expect(await statusOf(withdrawn.id)).toBe('denied');
    expect(await queueOf(people.bob)).toEqual([]);
  });

  test('is set aside by whoever refuses it, and by the clock', async () => {
    const [refused, late] = [await asked(), await asked()];
    for (const { id, waits } of [refused, late]) await damage(waits, id);
    expect(await refusePending(people.cat, refused.waits)).toMatchObject({
      data: { done: { status: 'LAPSED', reason: null, checkerName: null } },
    });
    expect(await refusePending(people.cat, refused.waits)).toMatchObject({ code: 'conflict' });
    expect(await queueOf(people.bob)).toEqual([late.waits]);
    people.wait(7 * DAY_MS);
    await expect(runHousekeeping(people.gateway)).rejects.toThrow(`approval/${late.waits}`);
    // Once is enough: the log has named it.
    await runHousekeeping(people.gateway);
    expect(await approve(people.bob, late.id)).toMatchObject({ pending: { maker: 'Bob' } });
  });
});

const SHOWN = 'id operation mutation makerName own amounts { amount } input damaged';

test('a forged change is shown as damaged beside the others, in lists, on its object and alone', async () => {
  const [one, two] = [await asked(), await asked()];
  await FAULTS[0]?.[1](one.waits, one.id);
  const { json } = await people.bob.graphql(
    `query ($id: ID!, $waits: ID!) {
      pendingApprovals { totalCount nodes { ${SHOWN} } }
      instantSettlement(id: $id) { pendingApprovals { id damaged } }
      node(id: $waits) { ... on Approval { ${SHOWN} } }
    }`,
    one,
  );
  const damaged = {
    id: one.waits,
    operation: 'APPROVE',
    mutation: 'Damaged record',
    makerName: null,
    own: false,
    amounts: [],
    input: null,
    damaged: true,
  };
  expect(json).toEqual({
    data: {
      pendingApprovals: {
        totalCount: 2,
        nodes: [expect.objectContaining({ id: two.waits, makerName: 'Ann', damaged: false }), damaged],
      },
      instantSettlement: { pendingApprovals: [{ id: one.waits, damaged: true }] },
      node: damaged,
    },
  });
  expect(await approve(people.bob, two.id)).toMatchObject({ data: { done: { status: 'APPROVED' } } });
  expect(await statusOf(one.id)).toBe('submitted');
});

test('with separate roles, an offer whose approval was forged is not paid out', async () => {
  const { id, waits } = await asked();
  expect(await approvePending(people.bob, waits)).toMatchObject({ code: null });
  await people.cause('accept', id);
  await people.set(people.ann, 'separateRoles: true, twoPeople: [{ operation: DISBURSE, rule: ALWAYS }]');
  for (const { nodes } of [
    (await people.bob.graphql('{ pendingApprovals { nodes { id } } }')).json.data.pendingApprovals,
  ])
    for (const each of nodes) await approvePending(people.bob, each.id);
  await people.gateway.database.writes
    .updateTable('approval')
    .set({ maker: people.cat.operatorId })
    .where('id', '=', waits)
    .execute();
  const pay = told(
    people.ann.graphql(
      'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { status } }',
      {
        id,
      },
    ),
  );
  expect(await pay).toMatchObject({ code: 'service_unavailable', pending: null });
  expect(await statusOf(id)).toBe('accepted');
});
