import type { Kysely } from 'kysely';
import type { RowMacs } from '../crypto/row-mac.ts';
import type { SecretKeys } from '../crypto/secret.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Anchor } from './anchor.ts';
import { createFindings, type Finding } from './findings.ts';
import { foundedAt } from './founding.ts';
import { headOf } from './head.ts';
import { findGaps, findInserted } from './verify-events.ts';
import { verifyKeys } from './verify-keys.ts';
import { verifyCheckpoints } from './verify-checkpoints.ts';
import { verifySettlements } from './verify-settlements.ts';
import { verifyWaiting } from './verify-waiting.ts';

export interface Verification {
  readonly intact: boolean;
  readonly seals: number;
  readonly sealed_events: number;
  /** Events that wait for the next seal. */
  readonly unsealed_events: number;
  /** The last seal; noted elsewhere, it shows a later verification that nothing before it was cut off. */
  readonly head: Anchor | null;
  /** How many faults there are; `findings` holds the first thousand. */
  readonly faults: number;
  readonly findings: readonly Finding[];
}

const FOUNDING_LOST: Finding = {
  fault: 'founding_lost',
  says: 'The note is gone, or not the gateway’s, that everything without a MAC was founded (table founding).',
};

interface Options {
  readonly keys: SecretKeys;
  readonly rowMacs: RowMacs;
  /** Seals that were noted outside of the database before this began. */
  readonly anchors: readonly Anchor[];
  readonly progress: (sentence: string) => void;
}

/**
 * Holds the trail against its seals, and keys and settlements against the trail, and writes nothing. It may run while the gateway does: what is sealed in the meantime
 * is left to the next time. Tables stream by, a batch at a time.
 */
export async function verifyTrail(
  db: Kysely<Tables>,
  { keys, rowMacs, anchors, progress }: Options,
): Promise<Verification> {
  const findings = createFindings();
  const head = await headOf(db);
  const count = await db
    .selectFrom('seal')
    .select((eb) => [eb.fn.sum<number | null>('events').as('events'), eb.fn.countAll<number>().as('seals')])
    .where('number', '<=', head?.number ?? 0)
    .executeTakeFirstOrThrow();
  const total = Number(count.events ?? 0);
  const of = (events: number) => `${events.toLocaleString('en')} of ${total.toLocaleString('en')} events`;

  await verifyCheckpoints(db, head?.number ?? 0, {
    keys,
    anchors,
    findings,
    progress: (events) => progress(`Seals: ${of(events)}`),
  });
  progress('Events that no seal holds');
  await findInserted(db, findings);
  const waiting = await verifyWaiting(db, keys, findings);
  await findGaps(db, findings, (events) => progress(`Numbers: ${of(events)}`));
  const founded = await foundedAt(db, keys);
  await verifyKeys(db, { macs: rowMacs, founded }, findings);
  await verifySettlements(db, rowMacs, findings, (rows) =>
    progress(`Settlements: ${rows.toLocaleString('en')}`),
  );
  if (founded === null) findings.add(FOUNDING_LOST);
  return {
    intact: findings.total() === 0,
    seals: Number(count.seals),
    sealed_events: total,
    unsealed_events: waiting,
    head: head === undefined ? null : { number: head.number, hash: head.hash },
    faults: findings.total(),
    findings: findings.told,
  };
}
