import type { Kysely } from 'kysely';
import { PROVEN_KEYS } from '../../nouns/api-key/proven-api-keys.ts';
import { digestOf, type KeyProofs } from '../../nouns/api-key/key-proofs.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { PROVEN_OPERATORS } from '../../nouns/operator/proven-operators.ts';
import { PROVEN_SERVICING } from '../../nouns/settlement/servicing/servicing-mac.ts';
import { PROVEN_APPROVALS } from '../../nouns/approval/approval-mac.ts';
import { PROVEN_HOLDS } from '../../nouns/hold/hold-mac.ts';
import { PROVEN_POLICIES } from '../../nouns/policy/policy-mac.ts';
import { PROVEN_PARTNERS } from '../../nouns/partner/partner-mac.ts';
import { PROVEN_PROVIDER } from '../../nouns/provider/provider-mac.ts';
import { PROVEN_REPAYMENTS } from '../../nouns/repayment/repayment-mac.ts';
import { PROVEN_SETTLEMENTS } from '../../nouns/settlement/proven-settlements.ts';
import type { Anchor } from '../../trail/checkpoint/anchor.ts';
import { createFindings, type Finding } from '../../trail/checkpoint/findings.ts';
import { chainEndFault } from '../../trail/checkpoint/chain-end.ts';
import { headOf } from '../../trail/checkpoint/head.ts';
import { findGaps } from './verify-events.ts';
import { verifyCustomers } from './verify-customers.ts';
import { verifyPositions } from './verify-positions.ts';
import { verifyDecisions } from './verify-decisions.ts';
import { verifyTrials } from './verify-trials.ts';
import { verifyLedger } from './verify-ledger.ts';
import { verifyOutstanding } from './verify-outstanding.ts';
import { verifyRecords } from './verify-records.ts';
import { verifyRepaymentTotals } from './verify-repayment-totals.ts';
import { verifyTotals } from './verify-totals.ts';
import { verifyWaiting } from './verify-waiting.ts';

export interface Verification {
  readonly intact: boolean;
  readonly checkpoints: number;
  readonly checkpointed_events: number;
  /** Events that wait for the next checkpoint. */
  readonly waiting_events: number;
  /**
   * The last checkpoint. If a person notes it elsewhere, a later verification can show that nothing before it was
   * removed.
   */
  readonly head: Anchor | null;
  /** How many faults there are; `findings` holds the first thousand. */
  readonly faults: number;
  readonly findings: readonly Finding[];
}

interface Options extends KeyProofs {
  readonly keys: SecretKeys;
  /** Keys of removed secrets. They count only below a checkpoint of a secret in use. */
  readonly formerKeys: readonly Uint8Array[];
  /** Checkpoints that were noted outside the database before the verification began. */
  readonly anchors: readonly Anchor[];
  readonly progress: (sentence: string) => void;
}

/**
 * Checks the trail against its checkpoints, and the feed and every record with proof against the trail. Writes
 * nothing, and may run while the gateway works: the next verification checks the checkpoints made meanwhile. Reads
 * tables batch by batch.
 */
export async function verifyTrail(
  db: Kysely<Tables>,
  { keys, formerKeys, anchors, progress, ...proofs }: Options,
): Promise<Verification> {
  const findings = createFindings();
  const head = await headOf(db);
  const count = await db
    .selectFrom('checkpoint')
    .select((eb) => [
      // As a real number, because an attacker may have written integers whose sum is too large.
      eb.fn.sum<number | null>(eb.cast('events', 'double precision')).as('events'),
      eb.fn.countAll<number>().as('checkpoints'),
    ])
    .where('number', '<=', head?.number ?? 0)
    .executeTakeFirstOrThrow();
  const total = count.events ?? 0;
  const of = (events: number) => `${events.toLocaleString('en')} of ${total.toLocaleString('en')} events`;

  const fed = await verifyPositions(db, head?.number ?? 0, {
    keys,
    formerKeys,
    anchors,
    findings,
    progress: (positions) => progress(`Checkpoints: ${of(positions)}`),
  });
  const fault = await chainEndFault(db, keys);
  if (fault !== null) findings.add(fault);
  progress('Checking the events that have no position yet');
  const waiting = fed + (await verifyWaiting(db, keys, findings));
  await findGaps(db, findings, (events) => progress(`Numbers: ${of(events)}`));
  const watch = { macs: proofs.rowMacs, findings, progress };
  await verifyRecords(db, PROVEN_KEYS, {
    ...watch,
    faultOf: (row) =>
      digestOf(row, proofs) === null
        ? `The digest of API key ${row.id} is damaged, so no rotation of the secret can take the key over.`
        : null,
  });
  await verifyNouns(db, watch);
  await verifyCustomers(db, watch);
  await verifyLedger(db, watch);
  await verifyDecisions(db, watch);
  progress('Checking the totals of settlements');
  await verifyTotals(db, findings);
  await verifyOutstanding(db, findings);
  await verifyRepaymentTotals(db, findings);
  return {
    intact: findings.total() === 0,
    checkpoints: count.checkpoints,
    checkpointed_events: total,
    waiting_events: waiting,
    head: head === undefined ? null : { number: head.number, hash: head.hash },
    faults: findings.total(),
    findings: findings.listed,
  };
}

/** Checks the records of the nouns whose rows need no check of their own. */
async function verifyNouns(db: Kysely<Tables>, watch: Parameters<typeof verifyLedger>[1]): Promise<void> {
  await verifyRecords(db, PROVEN_OPERATORS, watch);
  await verifyRecords(db, PROVEN_PARTNERS, watch);
  await verifyRecords(db, PROVEN_PROVIDER, watch);
  await verifyRecords(db, PROVEN_HOLDS, watch);
  await verifyRecords(db, PROVEN_POLICIES, watch);
  await verifyTrials(db, watch);
  await verifyRecords(db, PROVEN_APPROVALS, watch);
  await verifyRecords(db, PROVEN_SETTLEMENTS, watch);
  await verifyRecords(db, PROVEN_SERVICING, watch);
  await verifyRecords(db, PROVEN_REPAYMENTS, watch);
}
