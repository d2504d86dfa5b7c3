import { afterAll, expect, test } from 'vitest';
import { approve, queueOf, told } from '../../support/fixtures/people.ts';
import { json, openPeopleLines } from '../../support/fixtures/people-lines.ts';

const { machine, people, as, close } = await openPeopleLines(
  'twoPeople: [{ operation: APPROVE, rule: ALWAYS }, { operation: LIFT_HOLD, rule: ALWAYS }]',
);
afterAll(close);

const refusalOf = async (line: typeof machine, ...args: string[]) => {
  const { code, out, err } = await line.run(...args, '--json');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return JSON.parse(err).error;
};

test('one person holds a settlement, a customer, a partner or all, and each hold stops an approval', async () => {
  const { partnerId } = people.partner;
  const id = await people.submit();
  const { customer_id } = await people.read(id);
  for (const [kind, ...object] of [
    ['settlement', id],
    ['customer', customer_id],
    ['partner', partnerId],
    ['all'],
  ] as const) {
    const placed = await json(as.ann, 'hold', 'place', kind, ...object, '--reason', 'The bank asks');
    expect(placed).toMatchObject({
      kind,
      object_id: object[0] ?? null,
      reason: 'The bank asks',
      placed_by: people.ann.operatorId,
      lifted_at: null,
    });
    const [standing] = (await json(as.ann, 'hold', 'list', '--standing', '--kind', kind)).holds;
    expect(standing).toEqual(placed);
    expect(await approve(people.ann, id)).toMatchObject({ code: 'on_hold', pending: null });
    const waits = await as.ann.run('hold', 'lift', placed.hold_id, '--reason', 'Done', '--json');
    expect(waits).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(waits.out).pending_approval).toMatchObject({ operation: 'lift_hold', maker: 'Ann' });
    const lifted = await json(as.bob, 'hold', 'lift', placed.hold_id, '--reason', 'Done');
    expect(lifted).toMatchObject({ lifted_by: people.bob.operatorId, lift_reason: 'Done' });
  }
  expect(await json(as.ann, 'hold', 'list', '--standing')).toEqual({ holds: [], has_more: false });
  expect((await json(as.ann, 'hold', 'list')).holds).toHaveLength(4);
});

test('a hold needs the object of its kind, and a refusal names the argument', async () => {
  const id = await people.submit();
  const place = (...args: string[]) => machine.run('hold', 'place', ...args, '--reason', 'x');
  expect(await place('partner', id)).toMatchObject({
    code: 1,
    err: 'The id must be the id of a partner for this kind.\n',
  });
  expect(await place('settlement')).toMatchObject({ code: 1, err: expect.stringMatching(/^The id must be/) });
  expect(await place('all', id)).toMatchObject({
    code: 1,
    err: 'The id must be absent for the kind "all".\n',
  });
  expect(await place('everything')).toMatchObject({
    code: 1,
    err: 'The kind must be one of settlement, customer, partner, all.\n',
  });
  expect(await machine.run('hold', 'place', 'all')).toMatchObject({ code: 1 });
  expect((await json(machine, 'hold', 'list', '--standing')).holds).toEqual([]);
});

test('a second person sees what waits, and approves it; the first one does not', async () => {
  const id = await people.submit();
  const { pending } = await approve(people.ann, id, ', interestRate: 0.0018');
  const listed = await json(as.bob, 'approval', 'list', '--funding-id', id);
  expect(listed).toMatchObject({
    approvals: [{ approval_id: pending.id, operation: 'approve', status: 'pending', object_id: id }],
    has_more: false,
  });
  expect(await json(as.bob, 'approval', 'show', pending.id)).toMatchObject({
    funding_id: id,
    maker_name: 'Ann',
    checker_name: null,
    input: { interest_rate: 0.0018 },
  });
  const shown = await as.bob.run('approval', 'show', pending.id);
  expect(shown.out).toMatch(/^maker_name +Ann$/m);
  expect(shown.out).toMatch(/^amounts +HKD \d+\.\d\d$/m);
  for (const line of [as.ann, machine])
    expect(await refusalOf(line, 'approval', 'approve', pending.id)).toMatchObject({
      code: 'permission_denied',
    });
  expect(await json(as.bob, 'approval', 'approve', pending.id)).toMatchObject({ status: 'approved' });
  expect(await people.read(id)).toMatchObject({ status: 'approved', interest_rate: 0.0018 });
  expect(await json(machine, 'approval', 'list', '--funding-id', id)).toMatchObject({ approvals: [] });
  const done = await json(machine, 'approval', 'list', '--funding-id', id, '--status', 'approved');
  expect(done.approvals).toMatchObject([{ checker: people.bob.operatorId }]);
});

test('a second person refuses it with a reason, and the command line without a person decides nothing', async () => {
  const id = await people.submit();
  const { pending } = await approve(people.ann, id);
  const refuse = ['approval', 'refuse', pending.id, '--reason', 'Too dear'];
  expect(await refusalOf(machine, ...refuse)).toMatchObject({ code: 'permission_denied' });
  expect(await queueOf(people.ann)).toEqual([pending.id]);
  expect(await json(as.bob, ...refuse)).toMatchObject({ status: 'refused' });
  expect(await json(as.ann, 'approval', 'show', pending.id)).toMatchObject({
    checker_name: 'Bob',
    reason: 'Too dear',
  });
  expect(await refusalOf(as.bob, 'approval', 'approve', pending.id)).toMatchObject({ code: 'conflict' });
});

test('a key that a person asks for waits, and is shown to that person alone, once', async () => {
  const { partnerId } = people.partner;
  const create = ['key', 'create', partnerId, '--operator', people.cat.operatorId, '--name', 'New'];
  const waits = await as.ann.run(...create, '--json');
  expect(waits).toMatchObject({ code: 3, err: '' });
  const { approval_id } = JSON.parse(waits.out).pending_approval;
  const approved = await as.bob.run('approval', 'approve', approval_id);
  expect(approved).toMatchObject({ code: 0 });
  expect(approved.out).not.toContain('fgk_');
  expect(await json(as.ann, ...create)).toMatchObject({ api_key: expect.stringMatching(/^fgk_/) });
  expect((await as.ann.run(...create)).out).not.toContain('fgk_');
  expect(await told(people.ann.graphql('{ approvals { totalCount } }'))).toMatchObject({ code: null });
});
