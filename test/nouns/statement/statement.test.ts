import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { createPartner } from '../../../src/nouns/api-key/create-partner.operations.ts';
import { done } from '../../../src/pipeline/done.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

let stages: Stages;
let funded: string;
beforeAll(async () => {
  stages = await openStages();
  funded = await stages.bring('funded');
});
afterAll(() => stages.close());

const path = (id: string, query = '') => `/v1/instant-settlements/${id}/statement${query}`;
const read = async (target: string) => (await stages.partner.rest('GET', target)).json;

describe('the statement of a settlement', () => {
  test('begins with the payout, and shows each change with the balance after it', async () => {
    await stages.operator.graphql(
      `mutation { waiveFee(id: "${funded}", amount: 500, reason: "goodwill") { id } }`,
    );
    const statement = await read(path(funded));
    expect(statement).toMatchObject({
      currency: 'HKD',
      from: null,
      until: null,
      known_at: '2026-03-01T00:00:00Z',
      final: false,
      opening_balance: '0',
      closing_balance: '1001500',
      next_cursor: null,
      has_more: false,
    });
    expect(statement.items).toEqual([
      {
        entry_id: expect.stringMatching(/^ent_/),
        effective_on: '2026-03-01',
        posted_on: '2026-03-01',
        recorded_at: '2026-03-01T00:00:00Z',
        kind: 'disbursement',
        funding_id: funded,
        repayment_id: null,
        amount: 1_002_000,
        balance: 1_002_000,
      },
      expect.objectContaining({ kind: 'waiver', amount: -500, balance: 1_001_500 }),
    ]);
  });

  test('is the same in GraphQL, and of the partner in a currency', async () => {
    const fields =
      'currency from until knownAt final openingBalance closingBalance nextCursor hasMore items { entryId kind amount balance }';
    const { json } = await stages.partner.graphql(
      `{ instantSettlement(id: "${funded}") { statement { ${fields} } } statement(currency: "HKD") { ${fields} } }`,
    );
    expect(json.errors).toBeUndefined();
    const { items, ...rest } = json.data.instantSettlement.statement;
    expect(rest).toEqual({
      currency: 'HKD',
      from: null,
      until: null,
      knownAt: '2026-03-01T00:00:00Z',
      final: false,
      openingBalance: '0',
      closingBalance: '1001500',
      nextCursor: null,
      hasMore: false,
    });
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['DISBURSEMENT', 'WAIVER']);
    expect(json.data.statement).toEqual(json.data.instantSettlement.statement);
  });

  test('goes on after a page, and each page shows what was known at the first', async () => {
    const first = await read(path(funded, '?limit=1'));
    expect([first.items.length, first.has_more]).toEqual([1, true]);
    const second = await read(path(funded, `?limit=1&after=${first.next_cursor}`));
    expect(second.items.map(({ kind }: { kind: string }) => kind)).toEqual(['waiver']);
    expect([second.known_at, second.has_more, second.next_cursor]).toEqual([first.known_at, false, null]);
  });

  test('is cut by days: all earlier entries are in the opening balance', async () => {
    expect(await read(path(funded, '?from=2026-03-02'))).toMatchObject({
      opening_balance: '1001500',
      closing_balance: '1001500',
      items: [],
    });
    expect(await read(path(funded, '?until=2026-02-28'))).toMatchObject({
      opening_balance: '0',
      closing_balance: '0',
      items: [],
    });
  });

  test('shows nothing that was recorded later', async () => {
    expect(await read(path(funded, '?known_at=2026-02-28T23:59:49Z'))).toMatchObject({
      final: true,
      closing_balance: '0',
      items: [],
    });
  });

  test.each([
    ['?known_at=2026-03-01T00:00:01Z', 'known_at', 'knownAt: "2026-03-01T00:00:01Z"', 'knownAt'],
    ['?from=2026-02-30', 'from', 'from: "2026-02-30"', 'from'],
    ['?from=2026-03-02&until=2026-03-01', 'until', 'from: "2026-03-02", until: "2026-03-01"', 'until'],
    ['?limit=101', 'limit', 'first: 101', 'first'],
    ['?after=abc', 'after', 'after: "abc"', 'after'],
  ])('%s is refused, naming %s; and in GraphQL %s, naming %s', async (query, param, args, argument) => {
    const { error } = await read(path(funded, query));
    expect([error.code, error.param]).toEqual(['parameter_invalid', param]);
    for (const field of [
      `instantSettlement(id: "${funded}") { statement(${args}) { final } }`,
      `statement(currency: "HKD", ${args}) { final }`,
    ]) {
      const { json } = await stages.partner.graphql(`{ ${field} }`);
      expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: argument });
    }
  });

  test('needs the currency for all settlements of a partner', async () => {
    const { error } = await read('/v1/statement');
    expect([error.code, error.param]).toEqual(['parameter_missing', 'currency']);
    expect((await read('/v1/statement?currency=JPY')).closing_balance).toBe('0');
  });

  test('is not there for another partner', async () => {
    const call = { caller: commandLine, requestId: 'test', ids: {}, input: { name: 'Other' } };
    const { key } = done(await execute(stages.gateway, createPartner, call));
    const other = stages.withKey(key.api_key);
    expect((await other.rest('GET', path(funded))).json.error.code).toBe('resource_missing');
    expect((await other.rest('GET', '/v1/statement?currency=HKD')).json.items).toEqual([]);
  });

  test('is refused if one of its entries was changed in the database', async () => {
    const id = await stages.bring('funded');
    const db = stages.gateway.database.writes;
    const row = await db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('settlement_id', '=', id)
      .executeTakeFirstOrThrow();
    // No id that the gateway makes has this letter.
    const forged = { ...row, id: `${row.id.slice(0, -1)}u` };
    await db.insertInto('ledger_entry').values(forged).execute();
    expect((await read(path(id))).error.code).toBe('service_unavailable');
  });
});
