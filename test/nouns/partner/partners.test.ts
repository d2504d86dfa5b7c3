import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const NAMES = ['Acme 1', 'Acme 2', 'Acne', 'acme 3', 'Bay', 'Acme 4', 'Åcme', 'Acme'];

let fixture: OperatorFixture;
/** Newest first, as the list has them. */
let ids: readonly string[];
beforeAll(async () => {
  fixture = await openOperatorFixture();
  const made: string[] = [];
  for (const name of NAMES)
    made.unshift((await fixture.get('createPartner', { input: { name } })).partner.id);
  const [home] = (await fixture.get('partners', { last: 1 })).nodes;
  ids = [...made, home.id];
});
afterAll(() => fixture.fixture.close());

const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

test('the list has every partner once, from the newest and from the oldest, and their number', async () => {
  const forwards: string[] = [];
  const backwards: string[] = [];
  for (let after = null; ;) {
    const page = await fixture.get('partners', { first: 4, after });
    expect(page.totalCount).toBe(ids.length);
    forwards.push(...idsOf(page));
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  for (let before = null; ;) {
    const page = await fixture.get('partners', { last: 4, before });
    backwards.unshift(...idsOf(page));
    before = page.pageInfo.startCursor;
    if (!page.pageInfo.hasPreviousPage) break;
  }
  expect(forwards).toEqual(ids);
  expect(backwards).toEqual(ids);
});

test.each([
  ['Acme', 4],
  ['Acme 1', 1],
  ['A', 5],
  ['Å', 1],
  ['%', 0],
  ['nobody', 0],
])('a name that begins with %s has %i', async (name, count) => {
  const page = await fixture.get('partners', { first: 100, filter: { name } });
  expect(page.totalCount).toBe(count);
  expect(page.nodes).toHaveLength(count);
  for (const each of page.nodes) expect(each.name.startsWith(name)).toBe(true);
});

test('a filtered list has pages like the whole one', async () => {
  const first = await fixture.get('partners', { first: 3, filter: { name: 'Acme' } });
  const { endCursor: after, hasNextPage } = first.pageInfo;
  const second = await fixture.get('partners', { first: 3, after, filter: { name: 'Acme' } });
  const names = [...first.nodes, ...second.nodes].map(({ name }) => name);
  expect([hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  expect(names).toEqual(['Acme', 'Acme 4', 'Acme 2', 'Acme 1']);
});

test.each([
  [{ first: 0 }, 'first'],
  [{ first: 101 }, 'first'],
  [{ after: 'cus_none' }, 'after'],
  [{ filter: { name: '' } }, 'name'],
])('%j is refused', async (variables, param) => {
  expect(await fixture.refusal('partners', variables)).toEqual({ code: 'parameter_invalid', param });
});
