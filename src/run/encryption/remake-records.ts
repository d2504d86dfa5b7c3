import { type Kysely, sql } from 'kysely';
import type { Database } from '../../engine/sql/database.ts';
import { PROVEN_KEYS } from '../../nouns/api-key/proven-api-keys.ts';
import { digestOf } from '../../nouns/api-key/key-proofs.ts';
import type { Proven, ProvenRecords } from '../../trail/record/proven-records.ts';
import { PROVEN_OPERATORS } from '../../nouns/operator/proven-operators.ts';
import { PROVEN_DECISIONS } from '../../nouns/decision/decision-mac.ts';
import { PROVEN_PASTS } from '../../nouns/settlement/customer-past.ts';
import { PROVEN_ENTRIES } from '../../nouns/ledger/entry-mac.ts';
import { PROVEN_SERVICING } from '../../nouns/settlement/servicing/servicing-mac.ts';
import { PROVEN_APPROVALS } from '../../nouns/approval/approval-mac.ts';
import { PROVEN_HOLDS } from '../../nouns/hold/hold-mac.ts';
import { PROVEN_POLICIES } from '../../nouns/policy/policy-mac.ts';
import { PROVEN_TRIALS } from '../../nouns/policy/trial-mac.ts';
import { PROVEN_PARTNERS } from '../../nouns/partner/partner-mac.ts';
import { PROVEN_PROVIDER } from '../../nouns/provider/provider-mac.ts';
import { PROVEN_REPAYMENTS } from '../../nouns/repayment/repayment-mac.ts';
import { readableReference } from '../../nouns/repayment/repayment.present.ts';
import { PROVEN_SETTLEMENTS } from '../../nouns/settlement/proven-settlements.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Keyring } from './keyring.ts';
import type { RotationCount } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/** Rows of one statement. It takes some ten milliseconds, and writers on SQLite wait for it. */
const BATCH_ROWS = 500;

/** What the remaking of the rows of a table needs. */
type Remakable<Row extends { readonly id: string }> = Pick<
  ProvenRecords<Row>,
  'table' | 'name' | 'columns' | 'withMac' | 'isGenuine' | 'placeOf' | 'madeWithSecret'
>;

/** The rows after an id; only rows whose MAC was not made with the first secret. */
async function staleAfter<Row extends { readonly id: string }>(
  db: Kysely<Tables>,
  { table, columns }: Remakable<Row>,
  { macs, id }: { readonly macs: RowMacs; readonly id: string },
) {
  const { rows } = await sql<Proven<Row>>`
    select ${columns} from ${sql.table(table)}
    where id > ${id} and substr(mac, 1, ${sql.lit(macs.prefix.length)}) <> ${macs.prefix}
    order by id limit ${sql.lit(BATCH_ROWS)}`.execute(db);
  return rows;
}

/** A row before and after it is remade with the first secret. */
interface Remade<Row> {
  readonly before: Proven<Row>;
  readonly after: Row;
}

/** Writes the remade rows. Skips rows that changed meanwhile, and returns the number of written rows. */
async function write<Row extends { readonly id: string }>(
  db: Kysely<Tables>,
  { table, withMac, madeWithSecret }: Remakable<Row>,
  { macs, rows }: { readonly macs: RowMacs; readonly rows: readonly Remade<Row>[] },
): Promise<number> {
  if (rows.length === 0) return 0;
  const names = ['mac', ...madeWithSecret].map((name) => sql.ref(name));
  const values = rows.map(({ before, after }) => {
    const made = [withMac(macs, after).mac, ...madeWithSecret.map((name) => after[name])];
    return sql`(${sql.join([before.id, before.mac, ...made])})`;
  });
  const { numAffectedRows } = await sql`
    with proven(id, before, ${sql.join(names)}) as (values ${sql.join(values)})
    update ${sql.table(table)} set ${sql.join(names.map((name) => sql`${name} = proven.${name}`))}
    from proven where ${sql.table(table)}.id = proven.id and ${sql.table(table)}.mac = proven.before`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Makes a function that remakes the rows of a table in batches. */
function remakingOf({ database: { writes }, keyring: { rowMacs } }: Remaking) {
  return function inBatches<Row extends { readonly id: string }>(
    records: Remakable<Row>,
    /** The row with its other values remade with the first secret; null if no secret proves the row. */
    remade: (row: Row) => Row | null = (row) => row,
  ) {
    async function* batches() {
      for (let id: string | null = ''; id !== null;) {
        const rows: readonly Proven<Row>[] = await staleAfter(writes, records, { macs: rowMacs, id });
        const looked = rows.map((before) => ({
          before,
          after: records.isGenuine(rowMacs, before) ? remade(before) : null,
        }));
        yield {
          genuine: looked.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }])),
          forged: looked.flatMap(({ before, after }) => (after === null ? [before.id] : [])),
        };
        id = rows.at(-1)?.id ?? null;
      }
    }
    return {
      async remakeAll(rotated: RotationCount, progress: Remaking['progress']): Promise<void> {
        const { lookedAt: lookedBefore, encrypted: encryptedBefore } = rotated;
        for await (const { genuine, forged } of batches()) {
          const written = await write(writes, records, { macs: rowMacs, rows: genuine });
          rotated.lookedAt += genuine.length + forged.length;
          rotated.encrypted += written;
          rotated.changedMeanwhile += genuine.length - written;
          for (const id of forged) rotated.damage(records.placeOf(id));
          const lookedAt = rotated.lookedAt - lookedBefore;
          const provenAgain = rotated.encrypted - encryptedBefore;
          if (genuine.length + forged.length > 0)
            progress(`${records.name}s: ${lookedAt} looked at, ${provenAgain} proven again.`);
        }
      },
      async count(): Promise<number> {
        let count = 0;
        for await (const { genuine } of batches()) count += genuine.length;
        return count;
      },
    };
  };
}

function provenRecordsOf(remaking: Remaking) {
  const { keyring } = remaking;
  const { apiKeyHash, referenceHash, vault } = keyring;
  const inBatches = remakingOf(remaking);
  return [
    inBatches(PROVEN_KEYS, (row) => {
      const digest = digestOf(row, keyring);
      return digest === null ? null : { ...row, hash: apiKeyHash.make(digest) };
    }),
    inBatches(PROVEN_OPERATORS),
    inBatches(PROVEN_PARTNERS),
    inBatches(PROVEN_PROVIDER),
    inBatches(PROVEN_HOLDS),
    inBatches(PROVEN_POLICIES),
    inBatches(PROVEN_TRIALS),
    inBatches(PROVEN_APPROVALS),
    inBatches(PROVEN_SETTLEMENTS),
    inBatches(PROVEN_SERVICING),
    inBatches(PROVEN_ENTRIES),
    inBatches(PROVEN_DECISIONS),
    inBatches(PROVEN_PASTS),
    inBatches(PROVEN_REPAYMENTS, (row) => {
      const reference = readableReference(row, vault);
      if (reference === undefined) return null;
      return { ...row, reference_hash: reference === null ? null : referenceHash.make(reference) };
    }),
  ];
}

/**
 * Remakes hashes of API keys and of references of payments, and MACs of keys and other records, that were not made with
 * the first secret. It skips a row that changes meanwhile. It may be interrupted at any moment, and the next run
 * continues.
 */
export async function remakeRecords(remaking: Remaking, rotated: RotationCount): Promise<void> {
  for (const rows of provenRecordsOf(remaking)) await rows.remakeAll(rotated, remaking.progress);
}

/** How many rows still need a secret other than the first. A forged row does not count, because no secret proves it. */
export async function countStaleRecords(remaking: Remaking): Promise<number> {
  let count = 0;
  for (const rows of provenRecordsOf(remaking)) count += await rows.count();
  return count;
}
