import { inParts } from '../../../engine/sql/in-parts.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { STANDING } from '../standing-repayments.ts';

/** How many repayments the settlements of a bulk have already, and the references of their standing repayments. */
export interface Standing {
  /** Whether a repayment of that day with that reference stands. */
  has(settlementId: string, receivedOn: string, reference: string): boolean;
  count(settlementId: string): number;
  add(settlementId: string, receivedOn: string, reference: string): void;
}

/** Loads them for locked settlements, so they stay right until the transaction ends. */
export async function standingIn(
  { db, referenceHash }: CommandContext,
  referencesOf: ReadonlyMap<string, readonly string[]>,
): Promise<Standing> {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  const hashesOf = new Map(
    [...referencesOf.values()].flat().map((text) => [text, referenceHash.makeAll(text)]),
  );
  for (const ids of inParts([...referencesOf.keys()])) {
    const hashes = ids
      .flatMap((id) => referencesOf.get(id) ?? [])
      .flatMap((text) => hashesOf.get(text) ?? []);
    const rows = await db
      .selectFrom('repayment')
      .select(({ fn }) => ['settlement_id', fn.countAll<number>().as('count')])
      .where('settlement_id', 'in', ids)
      .groupBy('settlement_id')
      .execute();
    for (const { settlement_id, count } of rows) counts.set(settlement_id, count);
    const standing = await db
      .selectFrom('repayment')
      .select(['settlement_id', 'received_on', 'reference_hash'])
      .where('settlement_id', 'in', ids)
      .where('reference_hash', 'in', ['', ...hashes])
      .where('status', 'in', STANDING)
      .execute();
    for (const row of standing)
      taken.add(keyOf(row.settlement_id, row.received_on, row.reference_hash ?? ''));
  }
  const keysOf = (settlementId: string, receivedOn: string, reference: string) =>
    (hashesOf.get(reference) ?? []).map((hash) => keyOf(settlementId, receivedOn, hash));
  return {
    has: (...place) => keysOf(...place).some((key) => taken.has(key)),
    count: (settlementId) => counts.get(settlementId) ?? 0,
    add(settlementId, ...place) {
      counts.set(settlementId, (counts.get(settlementId) ?? 0) + 1);
      for (const key of keysOf(settlementId, ...place)) taken.add(key);
    },
  };
}

const keyOf = (...parts: readonly string[]): string => parts.join(' ');
