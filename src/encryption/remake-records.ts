import type { Database } from '../pipeline/database.ts';
import { apiKeyAad } from '../api-key/api-key-mac.ts';
import { remakeApiKeys, staleApiKeys } from '../api-key/remake-api-keys.ts';
import { remakeSettlementMacs, staleSettlements } from '../settlement/remake-settlement-macs.ts';
import { settlementRowAad } from '../settlement/settlement-mac.ts';
import type { Keyring } from './keyring.ts';
import type { RotationCount } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/**
 * Makes the hashes of API keys, and the MACs of keys and settlements, again that are not made with the first secret. A
 * row that changes meanwhile is left as it is. It may be broken off at any moment, and goes on where it was.
 */
export async function remakeRecords(remaking: Remaking, rotated: RotationCount): Promise<void> {
  const { database, keyring, progress } = remaking;
  const { rowMacs } = keyring;
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine, forged } = await staleApiKeys(database.writes, keyring, after);
    note(rotated, genuine.length, await remakeApiKeys(database.writes, keyring, genuine));
    for (const { id } of forged) rotated.damage(apiKeyAad(id));
    after = last;
  }
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine, forged } = await staleSettlements(database.writes, rowMacs, after);
    note(rotated, genuine.length, await remakeSettlementMacs(database.writes, rowMacs, genuine));
    for (const { id } of forged) rotated.damage(settlementRowAad(id));
    rotated.lookedAt += forged.length;
    if (last !== null) progress(`Records: ${rotated.lookedAt} looked at, ${rotated.encrypted} proven again.`);
    after = last;
  }
}

function note(rotated: RotationCount, rows: number, remade: number): void {
  rotated.lookedAt += rows;
  rotated.encrypted += remade;
  rotated.changedMeanwhile += rows - remade;
}

/** How many rows another secret than the first is still needed for. A forged row needs none: no secret proves it. */
export async function countStaleRecords({ database, keyring }: Remaking): Promise<number> {
  let count = 0;
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine } = await staleApiKeys(database.writes, keyring, after);
    count += genuine.length;
    after = last;
  }
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine } = await staleSettlements(database.writes, keyring.rowMacs, after);
    count += genuine.length;
    after = last;
  }
  return count;
}
