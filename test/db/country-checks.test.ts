import { expect, test } from 'vitest';
import { emptyEngine } from '../support/database/engines.ts';

const AT = '2026-01-01T00:00:00Z';

test('the warnings of each record with details are counted again after the migration that changes the checks', async () => {
  await using database = await emptyEngine();
  const orm = await database.engine.orm();
  await orm.migrator.up({ to: '0030-first-events' });
  const run = (statement: string) => orm.em.getConnection().execute(statement);
  await run(`insert into partner (id, name, review, auto_accept, account_rates, pricing, currencies, offer_valid_days,
    created_at, updated_at) values ('par_1', 'Acme', 'auto', false, 'required', '{"default":0.1,"bands":[]}', 'HKD', 30,
    '${AT}', '${AT}')`);
  for (const [id, name, warnings, since] of [
    ['cus_empty', 'null', 0, 'null'],
    ['cus_clean', "'Harbour Trading Limited'", 0, 'null'],
    ['cus_warned', "'Peak Trading Limited'", 2, `'${AT}'`],
  ] as const) {
    await run(`insert into kyc_record (customer_id, partner_id, country, status, legal_name, supporting_documents,
      text_warnings, document_warnings, warned_since, revision, created_at, updated_at)
      values ('${id}', 'par_1', 'HK', 'incomplete', ${name}, '{}', ${warnings}, 0, ${since}, 1, '${AT}', '${AT}')`);
  }
  await orm.close();
  expect(await database.engine.migrate()).toContain('0031-country-checks');
  const opened = await database.engine.open();
  const rows = await opened.reads
    .selectFrom('kyc_record')
    .select(['customer_id', 'text_warnings', 'warned_since'])
    .orderBy('customer_id')
    .execute();
  await opened.close();
  expect(rows).toEqual([
    { customer_id: 'cus_clean', text_warnings: null, warned_since: null },
    { customer_id: 'cus_empty', text_warnings: 0, warned_since: null },
    { customer_id: 'cus_warned', text_warnings: null, warned_since: AT },
  ]);
});
