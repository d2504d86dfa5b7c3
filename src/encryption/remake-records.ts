import type { Database } from '../pipeline/database.ts';
import { apiKeyAad } from '../api-key/mac/api-key-mac.ts';
import { remakeApiKeys, staleApiKeys } from '../api-key/mac/remake-api-keys.ts';
import { operatorAad } from '../operator/operator-mac.ts';
import { remakeOperatorMacs, staleOperators } from '../operator/remake-operator-macs.ts';
import { remakeSettlementMacs, staleSettlements } from '../settlement/mac/remake-settlement-macs.ts';
import { settlementRowAad } from '../settlement/mac/settlement-mac.ts';
import type { Keyring } from './keyring.ts';
import type { RotationCount } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/**
 * Makes again the hashes of API keys, and the MACs of keys, operators and settlements, that were not made with the
 * first secret. A row that changes meanwhile is left as it is. It may be interrupted at any moment; the next run
 * continues.
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
    const { last, genuine, forged } = await staleOperators(database.writes, rowMacs, after);
    note(rotated, genuine.length, await remakeOperatorMacs(database.writes, rowMacs, genuine));
    for (const { id } of forged) rotated.damage(operatorAad(id));
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

/** How many rows still need another secret than the first. A forged row is not counted: no secret proves it. */
export async function countStaleRecords({ database, keyring }: Remaking): Promise<number> {
  let count = 0;
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine } = await staleApiKeys(database.writes, keyring, after);
    count += genuine.length;
    after = last;
  }
  for (let after: string | null = ''; after !== null;) {
    const { last, genuine } = await staleOperators(database.writes, keyring.rowMacs, after);
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
