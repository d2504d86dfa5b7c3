import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { noting } from '../../support/database/noting.ts';
import { openTestGateway, settlementBody } from '../../support/gateway.ts';

const fixture = await openTestGateway();
afterAll(() => fixture.close());

/** A value alone behind a comparison or as a limit. SQLite prepares such a statement again for each run. */
const BARE = /(?:[=<>]|limit) \?(?! \|\| '')/;
/** Tables with partial indexes or joins, of which SQLite looks at the value when it plans. */
const PLANNED_BY_VALUE = /from (?:instant_settlement|hold|policy|customer left join)/;

test('SQLite prepares no statement of an automatic decision again for the next one', async () => {
  const said: string[] = [];
  const { gateway, config } = fixture;
  const database = noting(gateway.database, said, 'also reads');
  const app = createApp({ ...gateway, database }, config, createLogger('silent'));
  const { authorization, completeCustomer } = await fixture.partner({ review: 'auto' });
  const body = JSON.stringify(settlementBody(await completeCustomer('HK')));
  const headers = { authorization, 'content-type': 'application/json' };
  const request = () =>
    app.fetch(new Request('http://gateway.test/v1/instant-settlements', { method: 'POST', headers, body }));
  await request();
  said.length = 0;
  const { status } = await request();
  expect(status).toBe(200);
  const asked = said.filter((text) => text.startsWith('select ') && PLANNED_BY_VALUE.test(text));
  expect(asked).toHaveLength(5);
  const conditions = asked.map((text) => text.slice(text.lastIndexOf(' where ')));
  expect(conditions.filter((text) => BARE.test(text))).toEqual([]);
  await app.close();
});
