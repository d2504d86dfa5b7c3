import type { EvaluationView } from '../../decision/decision.present.ts';
import { defineQuery } from '../../../pipeline/operation.ts';
import { adviceOn, settingsOf } from '../advice.ts';
import { findSettlementAndKyc, type SettlementIds } from '../find-settlement.ts';
import { factsSeen } from '../gather-facts.ts';
import { settlementMachine } from '../settlement.machine.ts';

/**
 * What the live policy advises on a request that waits for an operator, on the facts of this moment and at the rate of
 * the pricing; null if none does.
 */
export const getAdvice = defineQuery({
  name: 'getAdvice',
  roles: ['operator'],
  locate: (context, ids: SettlementIds) => findSettlementAndKyc(context, ids),
  async run(context, { subject: { settlement, kyc } }): Promise<EvaluationView | null> {
    if (settlement.status !== settlementMachine.initial) return null;
    const settings = await settingsOf(context, settlement);
    const terms = { ...settings, interestRate: settlement.interest_rate };
    const facts = await factsSeen(context, settlement, kyc, terms);
    const { policy } = await adviceOn(context, settings.partner, facts);
    return policy === undefined ? null : { ...policy, facts };
  },
});
