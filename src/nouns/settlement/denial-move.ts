import type { Encrypted } from '../../engine/crypto/encryption.ts';
import type { NewDecision } from '../decision/keep-decision.ts';
import { type DecisionReason, disclosedReason } from '../decision/reasons.rules.ts';
import type { Kept } from './approval-moves.ts';
import type { Move } from './move-settlement.ts';

interface Denied {
  readonly kept: Kept;
  /** The heaviest first. */
  readonly reasons: readonly DecisionReason[];
  /** For operators only. */
  readonly note: Encrypted | null;
}

/** A denial by underwriting. Partners read the first reason, as they may know it. */
export function denialMove({ kept, reasons, note }: Denied): Move {
  const [first] = reasons;
  if (first === undefined) throw new Error('A denial has no reason.');
  const reason = disclosedReason(first);
  const decision: NewDecision = { ...kept, interest_rate: null, reasons: [...reasons] };
  return {
    event: 'deny',
    change: { denial_reason: reason, denial_note: note },
    data: { ...(kept.origin !== 'person' && { automatic: true }), reason },
    decision,
  };
}
