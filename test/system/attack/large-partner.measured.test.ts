// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { dataFolder, FIRST_KEY } from '../../support/gateway-process.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';

/** To look through all of them takes some tens of milliseconds. */
const CUSTOMERS = 60_000;
const FILL_TIMEOUT_MS = 120_000;
/** As many fields as an operation may have at its top. */
const TIMES = 20;

const folder = dataFolder();
const file = join(folder.path, 'large.db');
let attacked: AttackedGateway;
let keyId: string;
beforeAll(async () => {
  attacked = await openAttackedGateway({ DATABASE_URL: `sqlite:${file}` });
  const { json } = await attacked.gateway.rest('POST', '/v1/customers', { body: customerBody() });
  keyId = fill(json.customer_id);
}, FILL_TIMEOUT_MS);
afterAll(async () => {
  await attacked.close();
  folder[Symbol.dispose]();
});

/** Copies the customer and the event of its creation. Returns the actor of that event. */
function fill(customerId: string): string {
  const database = new SqliteFile(file);
  try {
    const series = `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${CUSTOMERS})`;
    database
      .prepare(
        `${series} insert into customer select printf('cus_%026d', n), partner_id, 'many', contact_email,
        contact_name, contact_phone, contact_country, company_name, company_country, company_sector, created_at,
        updated_at, company_name_folded from series, customer where id = ?`,
      )
      .run(customerId);
    const subject = `customer/${customerId}`;
    database
      .prepare(
        `${series} insert into event (id, type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac)
        select printf('evt_%026d', n), type, 'customer/many-' || n, 1, partner_id, actor, request_id, created_at, data,
        key, mac from series, event where subject = ?`,
      )
      .run(subject);
    return (
      database.prepare<[string], string>('select actor from event where subject = ?').pluck().get(subject) ??
      ''
    );
  } finally {
    database.close();
  }
}

test.each([
  ['counts by the beginning of a name', () => 'customers(filter: { companyName: "h" }) { totalCount }'],
  [
    'pages by the beginning of a name',
    () => 'customers(first: 1, filter: { companyName: "h" }) { nodes { id } }',
  ],
  [
    'pages of events of a type that there are none of',
    () => `events(first: 1, filter: { actor: "${keyId}", types: [KYC_STATUS_CHANGED] }) { nodes { id } }`,
  ],
])('twenty %s of a partner with many customers', async (_what, field) => {
  const fields = Array.from({ length: TIMES }, (_, n) => `a${n}: ${field()}`).join(' ');
  const harm = await attacked.attack({
    line: 'POST /graphql',
    headers: { Authorization: `Bearer ${FIRST_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `{ ${fields} }` }),
  });
  expectHarmless(harm);
  expect([harm.answer.status, harm.answer.text.includes('errors')]).toEqual([200, false]);
});
