import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { needsSqlite } from '../../../support/needs.ts';
import { openServicing } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;
let fixture: Fixture;
let id: string;
let customer: string;
beforeAll(async () => {
  fixture = await openServicing();
  id = await fixture.fund();
  customer = (await fixture.partner.rest('GET', `/v1/instant-settlements/${id}`)).json.customer_id;
});
afterAll(() => fixture.close());

const storedRow = () =>
  fixture.gateway.database.reads
    .selectFrom('servicing')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function write(values: Readonly<Record<string, unknown>>): Promise<void> {
  await fixture.gateway.database.writes.updateTable('servicing').set(values).where('id', '=', id).execute();
}

/** The status of each read that shows what is owed. */
async function statuses(): Promise<readonly number[]> {
  const { partner, operator } = fixture;
  const query = 'query ($id: ID!) { instantSettlement(id: $id) { servicing { state } } }';
  const graphql = await partner.graphql(query, { id });
  const answers = [
    await partner.rest('GET', `/v1/instant-settlements/${id}`),
    await operator.rest('GET', `/v1/customers/${customer}/instant-settlements/${id}`),
    await partner.rest('GET', '/v1/instant-settlements'),
    await operator.rest('GET', '/v1/instant-settlements'),
    await partner.rest('GET', `/v1/customers/${customer}/instant-settlements`),
    await partner.rest('GET', '/v1/instant-settlements?servicing_state=current,due_soon,overdue'),
  ];
  const code = graphql.json.errors?.[0]?.extensions.code;
  return [...answers.map(({ status }) => status), code === 'service_unavailable' ? 503 : 200];
}

const READABLE = Array.from({ length: 7 }, () => 200);
const REFUSED = READABLE.map(() => 503);

/** Values that differ from a stored one, and that could be mistaken for it. */
function* forgeriesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value + 1;
  else if (value === null) yield* ['', '2026-03-02'];
  else yield* [`${String(value)}|`, `=${String(value)}`, ''];
}

describe('a row of servicing that was changed in the database directly', () => {
  test('is refused by every read, whichever column was changed', async () => {
    const row = await storedRow();
    const accepted: string[] = [];
    for (const [column, value] of Object.entries(row)) {
      if (column === 'id') continue;
      for (const forged of forgeriesOf(value)) {
        await write({ [column]: forged });
        const seen = await statuses();
        // The filter of a list does not find every forged row.
        if (seen.some((status, at) => status !== REFUSED[at] && at !== 5))
          accepted.push(`${column} ${JSON.stringify(forged)} ${seen.join(' ')}`);
        await write({ [column]: value });
      }
    }
    expect(accepted).toEqual([]);
    expect(await statuses()).toEqual(READABLE);
  });

  test('is missed by every read and by a change', async () => {
    const row = await storedRow();
    const { writes } = fixture.gateway.database;
    await writes.deleteFrom('servicing').where('id', '=', id).execute();
    const seen = await statuses();
    // The filter of a list finds nothing.
    expect(seen).toEqual(REFUSED.map((status, at) => (at === 5 ? 200 : status)));
    expect(await fixture.refused('waiveFee', id, 'amount: 1, reason: "r"')).toBe('service_unavailable');
    await writes.insertInto('servicing').values(row).execute();
    expect(await statuses()).toEqual(READABLE);
  });

  test('is refused if bytes stand in place of a text or a number', needsSqlite(), async () => {
    const row = await storedRow();
    const accepted: string[] = [];
    for (const [column, value] of Object.entries(row)) {
      if (column === 'id' || value === null) continue;
      await write({ [column]: sql`cast(${sql.ref(column)} as blob)` });
      const seen = await statuses();
      if (seen.some((status, at) => status !== REFUSED[at] && at !== 5))
        accepted.push(`${column} ${seen.join(' ')}`);
      await write({ [column]: value });
    }
    expect(accepted).toEqual([]);
  });
});
