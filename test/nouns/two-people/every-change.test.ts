import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TWO_PEOPLE_OPERATIONS } from '../../../src/kernel/two-people.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import {
  approvePending,
  openPeople,
  type People,
  queueOf,
  refusePending,
} from '../../support/fixtures/people.ts';
import { ALL_ON, type Change, CHANGES, send } from './changes.ts';

type Person = People['ann'];

let people: People;
/** Another key of Ann, and another operator with her address: both are Ann. */
let again: Person;
let twin: Person;
/** What each change is about, by the name of the change. */
const ids = new Map<string, string | null>();

beforeAll(async () => {
  people = await openPeople();
  again = await people.again(people.ann);
  twin = await people.person('Annie', { email: 'ANN@provider.example' });
  const last = CHANGES.toSorted((one, other) => Number(isLate(one)) - Number(isLate(other)));
  for (const change of last) ids.set(change.operation, await change.prepare(people));
  await people.set(people.ann, ALL_ON);
});
afterAll(() => people.close());

const isLate = ({ operation }: Change) => operation === 'CORRECT';

const press = (by: Person, { operation, mutation }: Change, key?: string) =>
  send(by, mutation, ids.get(operation) ?? null, key === undefined ? {} : { 'idempotency-key': key });

/** What became of an approval, by the events about it. */
async function eventsOf(id: string): Promise<readonly string[]> {
  const rows = await people.gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', `approval/${id}`)
    .execute();
  return rows.map(({ type }) => type).toSorted();
}

describe.each(CHANGES.map((change) => [change.operation, change] as const))('%s', (operation, change) => {
  let first: Awaited<ReturnType<typeof press>>;

  test('waits, is in the queue, and the same request of the same person gets the same answer', async () => {
    first = await press(people.ann, change, `maker-${operation}`);
    expect(first).toMatchObject({
      code: null,
      data: { done: change.before },
      pending: { operation, maker: 'Ann' },
    });
    expect(await queueOf(people.bob)).toEqual([first.pending.id]);
    expect(await press(people.ann, change, `maker-${operation}`)).toEqual(first);
    expect((await press(people.ann, change)).pending).toEqual(first.pending);
  });

  test('is never approved by another key of the person, or by another operator with the address', async () => {
    for (const same of [people.ann, again, twin]) {
      expect((await press(same, change)).pending).toEqual(first.pending);
      expect(await approvePending(same, first.pending.id)).toMatchObject({ code: 'permission_denied' });
    }
    expect(await queueOf(people.bob)).toEqual([first.pending.id]);
  });

  test('is a conflict for a second person with another input, which names what waits', async () => {
    if (change.other === null) return;
    const other = await send(people.bob, change.other, ids.get(operation) ?? null);
    expect(other).toMatchObject({ code: 'conflict', pending: null });
    expect(other.message).toContain(first.pending.id);
  });

  test('is refused by a second person, changes nothing then, and can be asked for again', async () => {
    expect(await refusePending(people.bob, first.pending.id)).toMatchObject({
      data: { done: { status: 'REFUSED' } },
    });
    expect(await approvePending(people.cat, first.pending.id)).toMatchObject({ code: 'conflict' });
    expect(await queueOf(people.bob)).toEqual([]);
    const anew = await press(people.ann, change);
    expect(anew).toMatchObject({ data: { done: change.before }, pending: { maker: 'Ann' } });
    expect(anew.pending.id).not.toBe(first.pending.id);
    first = anew;
  });

  test('is done once by two checkers and the maker at the same time, with the answer for each second attempt', async () => {
    const [bob, cat, ann] = await Promise.all([
      press(people.bob, change, `checker-${operation}`),
      approvePending(people.cat, first.pending.id),
      press(people.ann, change),
    ]);
    // Any of the two may be faster; the other one is told that the change is made.
    const made = [bob, cat].filter(({ code }) => code === null);
    if (change.canRepeat !== true) expect(made).toHaveLength(1);
    if (bob.code === null) expect(bob).toMatchObject({ data: { done: change.after }, pending: null });
    else expect(cat).toMatchObject({ data: { done: { status: 'APPROVED' } } });
    // Ann was before both, or is told so too; a secret that was made is shown to her.
    if (ann.pending !== null) expect(ann.pending).toEqual(first.pending);
    expect(await press(people.bob, change, `checker-${operation}`)).toEqual(bob);
    expect(await eventsOf(first.pending.id)).toEqual(['approval.approved', 'approval.requested']);
    expect(await queueOf(people.bob)).toEqual([]);
  });
});

test('the table has every change but bulks, which have tests of their own', () => {
  expect(CHANGES.map(({ operation }) => operation.toLowerCase()).toSorted()).toEqual(
    TWO_PEOPLE_OPERATIONS.filter((each) => each !== 'bulk').toSorted(),
  );
});

test('the trail of all of it verifies', async () => {
  expect((await verify(people)).findings).toEqual([]);
});
