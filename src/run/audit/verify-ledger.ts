import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type Account, isAccount } from '../../nouns/ledger/entries.ts';
import { ENTRY_COLUMNS, entryPlace, type EntryRow, isGenuineEntry } from '../../nouns/ledger/entry-mac.ts';
import { BALANCE_OF, ON_STATEMENT } from '../../nouns/settlement/servicing/balances.ts';
import { servicingAad, type ServicingRow } from '../../nouns/settlement/servicing/servicing-mac.ts';
import { differs, type Finding, type Findings, forged } from '../../trail/checkpoint/findings.ts';
import { PROGRESS_ROWS } from './read-in-batches.ts';

/** Settlements of one query; each comes with its entries. */
const SETTLEMENTS = 50;

interface Watch {
  readonly macs: RowMacs;
  readonly findings: Findings;
  readonly progress: (sentence: string) => void;
}

/**
 * Checks the journal: the MAC of each entry, that its legs sum to zero, and that the balances of each settlement equal
 * the sums of its legs. So it finds entries that are changed, missing, added or moved.
 */
export async function verifyLedger(db: Kysely<Tables>, { macs, findings, progress }: Watch): Promise<void> {
  let seen = 0;
  let shown = 0;
  for (let after: string | null = ''; after !== null;) {
    const books: readonly Books[] = await readBooks(db, after);
    for (const { id, servicing, entries } of books) {
      for (const fault of faultsOf(id, servicing, entries, macs)) findings.add(fault);
      seen += entries.length;
    }
    if (seen - shown >= PROGRESS_ROWS) {
      shown = seen;
      progress(`Entries of the journal: ${seen.toLocaleString('en')}`);
    }
    after = books.at(-1)?.id ?? null;
  }
}

interface Books {
  /** The id of the settlement. */
  readonly id: string;
  /** Null if the settlement has none. */
  readonly servicing: ServicingRow | null;
  /** In the order in which they were recorded. */
  readonly entries: readonly EntryRow[];
}

type Joined = {
  readonly [Column in keyof EntryRow as `entry_${Column}`]: EntryRow[Column] | null;
} & { readonly [Column in keyof ServicingRow]: ServicingRow[Column] | null } & {
  readonly settlement: string;
};

const ENTRY_PARTS = sql.join(
  ENTRY_COLUMNS.map((name) => sql`ledger_entry.${sql.ref(name)} as ${sql.ref(`entry_${name}`)}`),
);

/** One query, so a row and its entries are of the same moment, even if an entry is added meanwhile. */
async function readBooks(db: Kysely<Tables>, after: string): Promise<readonly Books[]> {
  const { rows } = await sql<Joined>`
    with page(settlement) as (
      select id from (
        select id from (select id from servicing where id > ${after} order by id limit ${sql.lit(SETTLEMENTS)}) as serviced
        union
        select settlement_id from (
          select distinct settlement_id from ledger_entry where settlement_id > ${after}
          order by settlement_id limit ${sql.lit(SETTLEMENTS)}) as entered
      ) as both_kinds order by id limit ${sql.lit(SETTLEMENTS)})
    select page.settlement, servicing.*, ${ENTRY_PARTS}
    from page
    left join servicing on servicing.id = page.settlement
    left join ledger_entry on ledger_entry.settlement_id = page.settlement
    order by page.settlement, ledger_entry.id`.execute(db);
  return [...Map.groupBy(rows, ({ settlement }) => settlement)].map(([id, own]) => ({
    id,
    servicing: servicingIn(own[0]),
    entries: own.flatMap(entryIn),
  }));
}

const isWhole = <Row extends object>(
  row: { readonly [Column in keyof Row]: Row[Column] | null },
  key: keyof Row,
): row is Row => row[key] !== null;

function servicingIn(row: Joined | undefined): ServicingRow | null {
  if (row === undefined) return null;
  return isWhole<ServicingRow>(row, 'id') ? row : null;
}

function entryIn(row: Joined): readonly EntryRow[] {
  const entry = {
    id: row.entry_id,
    settlement_id: row.entry_settlement_id,
    partner_id: row.entry_partner_id,
    customer_id: row.entry_customer_id,
    currency: row.entry_currency,
    kind: row.entry_kind,
    repayment_id: row.entry_repayment_id,
    effective_on: row.entry_effective_on,
    posted_on: row.entry_posted_on,
    recorded_at: row.entry_recorded_at,
    amount: row.entry_amount,
    balance: row.entry_balance,
    legs: row.entry_legs,
    mirrors: row.entry_mirrors,
    reason: row.entry_reason,
    mac: row.entry_mac,
  };
  return isWhole<EntryRow>(entry, 'id') ? [entry] : [];
}

/** The legs as the journal writes them. An attacker may have written anything. */
const StoredLegs = z.array(z.tuple([z.string().refine(isAccount), z.int()]));

function faultsOf(
  id: string,
  servicing: ServicingRow | null,
  entries: readonly EntryRow[],
  macs: RowMacs,
): readonly Finding[] {
  const faults: Finding[] = [];
  const sums = new Map<Account, bigint>();
  const ids = new Set(entries.map((entry) => entry.id));
  let balance = 0n;
  for (const entry of entries) {
    const place = entryPlace(entry.id);
    const tell = (says: string) => faults.push(differs(place, `Entry ${entry.id} ${says}.`));
    if (!isGenuineEntry(macs, entry)) faults.push(forged(place));
    const legs = legsIn(entry.legs);
    if (legs === null) {
      tell('has legs that cannot be read');
      continue;
    }
    let [sum, amount] = [0n, 0n];
    for (const [account, value] of legs) {
      sum += BigInt(value);
      if (ON_STATEMENT.has(account)) amount += BigInt(value);
      sums.set(account, (sums.get(account) ?? 0n) + BigInt(value));
    }
    balance += amount;
    if (sum !== 0n) tell('has legs that do not sum to zero');
    if (String(amount) !== String(entry.amount)) tell('has another amount than its legs');
    if (String(balance) !== String(entry.balance)) tell('has another balance than the entries until it');
    if (entry.mirrors !== null && !ids.has(entry.mirrors))
      tell('undoes an entry that its settlement does not have');
  }
  if (servicing === null) {
    faults.push(
      differs(servicingAad(id), `The journal has entries of settlement ${id}, which has no balances.`),
    );
    return faults;
  }
  if (servicing.entries !== entries.length)
    faults.push(
      differs(
        servicingAad(id),
        `Settlement ${id} has ${servicing.entries} entries; the journal has ${entries.length}.`,
      ),
    );
  return [...faults, ...balanceFaults(servicing, sums)];
}

function balanceFaults(servicing: ServicingRow, sums: ReadonlyMap<Account, bigint>): readonly Finding[] {
  return Object.entries(BALANCE_OF).flatMap(([account, [name, sign]]) => {
    const sum = isAccount(account) ? (sums.get(account) ?? 0n) * BigInt(sign) : 0n;
    if (String(servicing[name]) === String(sum)) return [];
    const says = `The balance ${name} of settlement ${servicing.id} is ${servicing[name]}; its legs sum to ${sum}.`;
    return [differs(servicingAad(servicing.id), says)];
  });
}

function legsIn(text: string): readonly (readonly [Account, number])[] | null {
  try {
    const { data } = StoredLegs.safeParse(JSON.parse(text));
    return (
      data?.flatMap(([account, amount]) => (isAccount(account) ? [[account, amount] as const] : [])) ?? null
    );
  } catch {
    return null;
  }
}
