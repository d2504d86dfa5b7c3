import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { approve, openPeople } from '../../support/fixtures/people.ts';

/** The statements of the transaction that accepts an offer, if nothing waits about it. */
const ACCEPTANCE = 5;

test('a move asks for what waits in the statement that it has anyway', async () => {
  const people = await openPeople('twoPeople: [{ operation: DISBURSE, rule: ALWAYS }]');
  let statements = 0;
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const { gateway, config, partner } = people;
  const { database } = gateway;
  const app = createApp(
    {
      ...gateway,
      database: {
        ...database,
        transaction: (work, owner) => database.transaction((db) => work(db.withPlugin(count)), owner),
      },
    },
    config,
    createLogger('silent'),
  );
  const accept = async (id: string) => {
    statements = 0;
    const path = `http://gateway.test/v1/instant-settlements/${id}/decision`;
    const headers = { authorization: partner.authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'accept' });
    const { status } = await app.fetch(new Request(path, { method: 'PUT', headers, body }));
    expect(status).toBe(200);
    return statements;
  };
  const id = await people.submit();
  await approve(people.ann, id);
  expect(await accept(id)).toBe(ACCEPTANCE);
  await app.close();
  await people.close();
});
