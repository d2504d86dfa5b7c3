import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import { numberIn, type Rows } from '../database/rows.ts';
import type { Town } from '../town.ts';

/** What must be true of the tables, by statements that know nothing of the gateway's own checks. */
export async function checkRows({ books }: Town, rows: Rows): Promise<void> {
  await checkMade(books, rows);
  await checkAlways({ books }, rows);
  const unfed = await rows.all(UNFED);
  if (unfed.length > 0) books.wrong(`an event is in the feed twice or not at all: ${JSON.stringify(unfed)}`);
}

/** What a reader of the tables saw last. */
const seen = new WeakMap<Rows, unknown>();

/** Checks that the tables are right between two steps, while changes are under way. Without a change they still are. */
export async function checkAlways(
  { books }: { readonly books: Pick<Town['books'], 'wrong'> },
  rows: Rows,
): Promise<void> {
  const version = await rows.version();
  if (version === null || seen.get(rows) === version) return;
  seen.set(rows, version);
  for (const [what, sql] of Object.entries({ ...LEGS[rows.kind], ...NEVER })) {
    const found = await rows.all(sql);
    if (found.length > 0) books.wrong(`${what}: ${JSON.stringify(found.slice(0, 3))}`);
  }
}

/** JSON has other functions on each database. */
const LEGS: Readonly<Record<DatabaseKind, Readonly<Record<string, string>>>> = {
  sqlite: {
    'the legs of an entry do not sum to zero': `select ledger_entry.id from ledger_entry, json_each(legs) leg
      group by ledger_entry.id having sum(json_extract(leg.value, '$.amount')) <> 0`,
  },
  postgres: {
    'the legs of an entry do not sum to zero': `select ledger_entry.id
      from ledger_entry, json_array_elements(legs::json) leg
      group by ledger_entry.id having sum((leg.value->>'amount')::bigint) <> 0`,
  },
};

/** Each statement finds what no committed change may leave behind. */
const NEVER: Readonly<Record<string, string>> = {
  'a balance is not the sum of its entries': `select servicing.id from servicing
    where principal_outstanding + fee_outstanding + refund_receivable - excess <>
      (select coalesce(sum(amount), 0) from ledger_entry where settlement_id = servicing.id)`,
  'a last balance is not what is owed': `select servicing.id from servicing join ledger_entry entry on
    entry.id = (select id from ledger_entry where settlement_id = servicing.id order by recorded_at desc, id desc limit 1)
    where entry.balance <> principal_outstanding + fee_outstanding + refund_receivable - excess`,
  'a position of the feed is missing': `select max(position), count(*) from feed having max(position) <> count(*)`,
  'the feed has events of one subject in another order': `select one.id, two.id from event one join event two
    on one.subject = two.subject and one.sequence < two.sequence
    join feed first on first.event_number = one.number join feed later on later.event_number = two.number
    where first.position > later.position`,
  'a status is not that of its events': `select id, status from instant_settlement where status = 'submitted'
    and exists (select 1 from event where subject = 'funding/' || instant_settlement.id and type = 'funding.approved')`,
  'one person made and approved a change': `select id from approval where status = 'approved'
    and (maker = checker or checker is null)`,
  'money was sent without a second person': `select subject from event where type = 'funding.disbursed'
    and number > (select max(number) from event where type = 'provider.updated') and not exists
    (select 1 from approval where 'funding/' || settlement_id = event.subject and status = 'approved')`,
};

const UNFED = `select event.id from event left join feed on event_number = number
  group by number having count(position) <> 1`;

/** What was acknowledged is there once, and nothing else is. */
async function checkMade(books: Town['books'], rows: Rows): Promise<void> {
  for (const { kind, mark, id, hasKey } of books.made) {
    const found =
      kind === 'customer'
        ? await rows.all('select id from customer where external_customer_id = ?', mark)
        : await rows.all('select id from instant_settlement where amount = ?', Number(mark));
    const what = `${kind} ${mark}${hasKey ? '' : ' (without a key)'}`;
    if (found.length > 1) books.wrong(`${what} is there ${found.length} times`);
    else if (id === 'refused' && found.length === 1) books.wrong(`${what} was refused, and is there`);
    else if (id !== null && id !== 'refused' && found[0]?.['id'] !== id)
      books.wrong(`${what} was acknowledged as ${id}, and is not there`);
  }
  const marks = books.made.length + CUSTOMERS_OF_SCENE + books.scene.settlements.length;
  const count = await numberIn(
    rows,
    'select (select count(*) from customer) + (select count(*) from instant_settlement)',
  );
  if (count > marks)
    books.wrong(`there are ${count} customers and settlements, and only ${marks} were asked for`);
}

const CUSTOMERS_OF_SCENE = 3;
