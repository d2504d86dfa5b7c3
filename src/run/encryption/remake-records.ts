import type { Database } from '../../engine/sql/database.ts';
import { apiKeyAad } from '../../nouns/api-key/mac/api-key-mac.ts';
import { remakeApiKeys, staleApiKeys } from '../../nouns/api-key/mac/remake-api-keys.ts';
import { operatorAad } from '../../nouns/operator/operator-mac.ts';
import { remakeOperatorMacs, staleOperators } from '../../nouns/operator/remake-operator-macs.ts';
import { remakeSettlementMacs, staleSettlements } from '../../nouns/settlement/mac/remake-settlement-macs.ts';
import { settlementRowAad } from '../../nouns/settlement/mac/settlement-mac.ts';
import type { Keyring } from './keyring.ts';
import type { RotationCount } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/** The rows of a table that one look finds, and the id after which the next one goes on; null at the end. */
interface Batch<Row> {
  /** Rows that another secret than the first proves. */
  readonly genuine: readonly Row[];
  /** Rows that no secret proves. */
  readonly forged: readonly { readonly id: string }[];
  readonly last: string | null;
}

/** A kind of rows whose hashes or MACs are made with the secret. */
interface ProvenRows<Row> {
  /** What the rows are, as the progress names them. */
  readonly name: string;
  stale(after: string): Promise<Batch<Row>>;
  /** Makes them again, and counts those that did not change meanwhile. */
  remake(rows: readonly Row[]): Promise<number>;
  /** The place of a row, as reports of damage name it. */
  placeOf(id: string): string;
}

const provenRows = ({ database: { writes }, keyring }: Remaking) => {
  const { rowMacs } = keyring;
  return [
    inBatches({
      name: 'API keys',
      stale: (after) => staleApiKeys(writes, keyring, after),
      remake: (rows) => remakeApiKeys(writes, keyring, rows),
      placeOf: apiKeyAad,
    }),
    inBatches({
      name: 'Operators',
      stale: (after) => staleOperators(writes, rowMacs, after),
      remake: (rows) => remakeOperatorMacs(writes, rowMacs, rows),
      placeOf: operatorAad,
    }),
    inBatches({
      name: 'Settlements',
      stale: (after) => staleSettlements(writes, rowMacs, after),
      remake: (rows) => remakeSettlementMacs(writes, rowMacs, rows),
      placeOf: settlementRowAad,
    }),
  ];
};

function inBatches<Row>({ name, stale, remake, placeOf }: ProvenRows<Row>) {
  async function* batches(): AsyncGenerator<Batch<Row>, void> {
    for (let after: string | null = ''; after !== null;) {
      const batch = await stale(after);
      yield batch;
      after = batch.last;
    }
  }
  return {
    async remakeAll(rotated: RotationCount, progress: Remaking['progress']): Promise<void> {
      const { lookedAt: lookedBefore, encrypted: encryptedBefore } = rotated;
      for await (const { genuine, forged, last } of batches()) {
        const remade = await remake(genuine);
        rotated.lookedAt += genuine.length + forged.length;
        rotated.encrypted += remade;
        rotated.changedMeanwhile += genuine.length - remade;
        for (const { id } of forged) rotated.damage(placeOf(id));
        const lookedAt = rotated.lookedAt - lookedBefore;
        const provenAgain = rotated.encrypted - encryptedBefore;
        if (last !== null) progress(`${name}: ${lookedAt} looked at, ${provenAgain} proven again.`);
      }
    },
    async count(): Promise<number> {
      let count = 0;
      for await (const { genuine } of batches()) count += genuine.length;
      return count;
    },
  };
}

/**
 * Makes again the hashes of API keys, and the MACs of keys, operators and settlements, that were not made with the
 * first secret. A row that changes meanwhile is left as it is. It may be interrupted at any moment; the next run
 * continues.
 */
export async function remakeRecords(remaking: Remaking, rotated: RotationCount): Promise<void> {
  for (const rows of provenRows(remaking)) await rows.remakeAll(rotated, remaking.progress);
}

/** How many rows still need another secret than the first. A forged row is not counted: no secret proves it. */
export async function countStaleRecords(remaking: Remaking): Promise<number> {
  let count = 0;
  for (const rows of provenRows(remaking)) count += await rows.count();
  return count;
}
