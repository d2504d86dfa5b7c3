import type { Database } from '../pipeline/database.ts';
import { apiKeyPlace } from '../api-key/api-key-mac.ts';
import { remakeApiKeys, staleApiKeys } from '../api-key/remake-api-keys.ts';
import { remakeSettlementMacs, staleSettlements } from '../settlement/remake-settlement-macs.ts';
import { settlementRowPlace } from '../settlement/settlement-mac.ts';
import type { Keyring } from './keyring.ts';
import type { Tallied } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/**
 * Makes the hashes of API keys, and the MACs of keys and settlements, again that are not made with the first secret. A
 * row that changes meanwhile is left as it is. It may be broken off at any moment, and goes on where it was.
 */
export async function remakeRecords(remaking: Remaking, tallied: Tallied): Promise<void> {
  const { database, keyring, progress } = remaking;
  const { rowMacs } = keyring;
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine, forged } = await staleApiKeys(database.writes, keyring, after);
    note(tallied, genuine.length, await remakeApiKeys(database.writes, keyring, genuine));
    for (const { id } of forged) tallied.damage(apiKeyPlace(id));
    after = last;
  }
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine, forged } = await staleSettlements(database.writes, rowMacs, after);
    note(tallied, genuine.length, await remakeSettlementMacs(database.writes, rowMacs, genuine));
    for (const { id } of forged) tallied.damage(settlementRowPlace(id));
    tallied.lookedAt += forged.length;
    if (last !== null) progress(`Records: ${tallied.lookedAt} looked at, ${tallied.encrypted} proven again.`);
    after = last;
  }
}

function note(tallied: Tallied, rows: number, remade: number): void {
  tallied.lookedAt += rows;
  tallied.encrypted += remade;
  tallied.changedMeanwhile += rows - remade;
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
