import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyEngine } from '../../support/database/engines.ts';

const BEFORE = '0010-event-lists';
const NAMES = ["O'Brien & Söhne", 'Straße', '１２３ Ｌｔｄ', 'What? Really\\?', 'harbour'];

test('existing rows are upgraded: names are folded, kept answers of operators are deleted, settings stay', async () => {
  await using database = await emptyEngine();
  const orm = await database.engine.orm();
  await orm.migrator.up({ to: BEFORE });
  const execute = (text: string) => orm.em.getConnection().execute(text);
  await execute(
    `insert into partner (id, name, review, auto_accept, account_rates, pricing, currencies, offer_valid_days,
       created_at, updated_at)
     values ('par_1', 'A', 'auto', ${database.url.startsWith('sqlite') ? '0' : 'false'}, 'required', '{}', 'HKD', 30, 'x', 'x')`,
  );
  // More than one batch of them.
  for (let at = 0; at < 1_203; at += 1) {
    const name = NAMES[at % NAMES.length] ?? '';
    const id = `cus_${String(at).padStart(26, '0')}`;
    await execute(
      `insert into customer (id, partner_id, external_customer_id, contact_email, contact_name, contact_phone,
         contact_country, company_name, company_country, company_sector, created_at, updated_at)
       values ('${id}', 'par_1', 'e', 'e', 'n', 'p', 'HK', '${name.replaceAll("'", "''")}', 'HK', 's', 'x', 'x')`,
    );
  }
  for (const owner of ['par_1', 'key_1', 'parx1'])
    await execute(`insert into idempotency_key values ('${owner}', 'k', 'f', 'a', '2099-01-01T00:00:00Z')`);
  await orm.close();

  const opened = await database.engine.open();
  const customers = await opened.reads
    .selectFrom('customer')
    .select(['company_name', 'company_name_folded'])
    .execute();
  expect(new Set(customers.map(({ company_name_folded: folded }) => folded))).toEqual(
    new Set(["O'BRIEN & SÖHNE", 'STRASSE', '123 LTD', 'WHAT? REALLY\\?', 'HARBOUR']),
  );
  expect(customers).toHaveLength(1_203);
  const kept = await opened.reads.selectFrom('idempotency_key').select('owner').execute();
  expect(kept).toEqual([{ owner: 'par_1' }]);
  const { rows } = await sql`select unknown_input from partner`.execute(opened.reads);
  expect(rows).toEqual([{ unknown_input: 'refuse' }]);
  await opened.close();
});
