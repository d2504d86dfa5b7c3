import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { openPeople, type People } from '../../support/fixtures/people.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ALL_ON, type Change, CHANGES, send } from './changes.ts';

type Key = Pick<People['ann'], 'graphql'>;

/** Closing the books is a change of the provider, and so the other change of the provider would lapse. */
const isLast = ({ operation }: Change) => operation === 'CLOSE_BOOKS';
const IN_ORDER = CHANGES.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));

let database: Awaited<ReturnType<typeof sharedDatabase>>;
let restarted: TestGateway;
let [ann, bob]: Key[] = [];
/** What waited before the restart, and what it is about. */
const waits = new Map<string, { readonly id: string | null; readonly pending: { readonly id: string } }>();

beforeAll(async () => {
  database = await sharedDatabase();
  const people = await openPeople('', { DATABASE_URL: database.url });
  const ids = new Map<string, string | null>();
  // This one moves the clock.
  const isLate = ({ operation }: Change) => operation === 'CORRECT';
  for (const change of CHANGES.toSorted((one, other) => Number(isLate(one)) - Number(isLate(other))))
    ids.set(change.operation, await change.prepare(people));
  await people.set(people.ann, ALL_ON);
  for (const { operation, mutation } of IN_ORDER) {
    const id = ids.get(operation) ?? null;
    waits.set(operation, { id, pending: (await send(people.ann, mutation, id)).pending });
  }
  await people.close();
  restarted = await openTestGateway({ DATABASE_URL: database.url }, people.now);
  [ann, bob] = [people.ann, people.bob].map(({ apiKey }) => restarted.withKey(apiKey));
});
afterAll(async () => {
  await restarted.close();
  await database.drop();
});

async function queue(): Promise<readonly string[]> {
  const { json } = (await bob?.graphql('{ pendingApprovals(first: 100) { nodes { id } } }')) ?? {
    json: null,
  };
  return json.data.pendingApprovals.nodes.map(({ id }: { readonly id: string }) => id);
}

describe.each(IN_ORDER.map((change) => [change.operation, change] as const))('%s', (operation, change) => {
  test('waits after a restart as before it, and the same button of a second person does it then', async () => {
    const asked = waits.get(operation);
    if (asked === undefined || ann === undefined || bob === undefined)
      throw new Error('Nothing was asked for.');
    expect(asked.pending).toMatchObject({ operation, maker: 'Ann' });
    expect(await queue()).toContain(asked.pending.id);
    expect(await send(ann, change.mutation, asked.id)).toMatchObject({
      code: null,
      data: { done: change.before },
      pending: asked.pending,
    });
    expect(await send(bob, change.mutation, asked.id)).toMatchObject({
      code: null,
      data: { done: change.after },
      pending: null,
    });
    expect(await queue()).not.toContain(asked.pending.id);
  });
});

test('the trail of all of it verifies', async () => {
  expect((await verify(restarted)).findings).toEqual([]);
});
