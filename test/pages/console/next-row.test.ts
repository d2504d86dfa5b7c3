import { expect, test } from 'vitest';
import {
  nextRow,
  rowThatFollowed,
  surroundings,
} from '../../../src/pages/console/app/screens/queue/next-row.ts';

type Load = Parameters<typeof surroundings>[0];
type Page = Awaited<ReturnType<Load>>;

/** A list in pages of four, as the gateway gives it; the rows in `claimed` belong to another person. */
const listOf =
  (ids: readonly string[], claimed: readonly string[] = []): Load =>
  (after) => {
    const from = after === null ? 0 : Number(after);
    const nodes = ids.slice(from, from + 4).map((id) => row(id, claimed.includes(id)));
    const pageInfo = {
      hasNextPage: from + 4 < ids.length,
      endCursor: String(from + 4),
      hasPreviousPage: from > 0,
      startCursor: String(from),
    };
    return Promise.resolve({ nodes, pageInfo });
  };

function row(id: string, isClaimed: boolean): Page['nodes'][number] {
  const claim = isClaimed ? { mine: false, actorName: 'Grace', expiresAt: '2026-01-01T00:00:00Z' } : null;
  const settlement = {
    id,
    status: 'SUBMITTED' as const,
    amount: 1,
    currency: 'HKD',
    updatedAt: '2026-01-01T00:00:00Z',
    createdAt: '2026-01-01T00:00:00Z',
    settlementPeriod: 30,
    offerExpiresAt: null,
    dueAt: null,
    kycChanged: false,
    snooze: null,
    assignment: null,
    claim,
    partner: null,
    customer: { id, companyName: id, companyCountry: 'HK' },
  };
  return {
    id,
    address: ['case', id],
    companyName: id,
    country: 'HK',
    partnerName: '',
    at: settlement.updatedAt,
    dueAt: null,
    snooze: null,
    settlement,
    owed: null,
    reported: null,
    warned: null,
  };
}

const letters = [...'abcdefghij'];

/** The row that a person sees after deciding `id`, in a list that is `then` afterwards. */
async function nextAfter(id: string, then: readonly string[], claimed: readonly string[] = []) {
  const known = await surroundings(listOf(letters), id);
  if (known === null) return 'not there';
  return (await rowThatFollowed(listOf(then, claimed), id, known))?.id ?? 'the list';
}

const without = (...gone: readonly string[]) => letters.filter((each) => !gone.includes(each));

test.each([
  ['a', 'b'],
  ['c', 'd'],
  ['d', 'e'],
  ['h', 'i'],
  ['i', 'j'],
  ['j', 'i'],
])('behind %s comes %s', async (id, next) => expect(await nextAfter(id, without(id))).toBe(next));

test('a row that others decided or claimed meanwhile is passed over', async () => {
  expect(await nextAfter('c', without('c', 'd'), ['e'])).toBe('f');
  expect(await nextAfter('i', without('i', 'j'), ['h'])).toBe('g');
});

test('behind the last row comes the row that came in meanwhile, before the row that it followed', async () => {
  expect(await nextAfter('j', [...without('j'), 'new'])).toBe('new');
});

test('a new row above does not take the place of the next row', async () => {
  expect(await nextAfter('c', ['urgent', ...without('c')])).toBe('d');
});

test('a case that is still in the list is not its own next one', async () => {
  expect(await nextAfter('c', letters)).toBe('d');
});

test('without another row there is the list, and without the case in it nothing is left', async () => {
  expect(await nextAfter('c', [])).toBe('the list');
  expect(await nextAfter('c', ['a', 'b'], ['a', 'b'])).toBe('the list');
  expect(await nextAfter('z', letters)).toBe('not there');
});

test('a case with several rows, each with a report, is passed as a whole', async () => {
  const report = (id: string, settlement: string) => ({
    ...row(id, false),
    address: ['case', settlement] as const,
  });
  const rows = [report('1', 'a'), report('2', 'a'), report('3', 'b')];
  const pageInfo = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
  const load: Load = () => Promise.resolve({ nodes: rows, pageInfo });
  expect((await nextRow(load, 'a'))?.id).toBe('3');
  expect(await surroundings(load, 'b')).toEqual({ before: ['a', 'a'], after: [] });
  const known = { before: [], after: ['a', 'b'] };
  expect((await rowThatFollowed(load, 'a', known))?.id).toBe('3');
});
