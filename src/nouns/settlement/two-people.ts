import type { Matter } from '../../pipeline/matter.ts';
import type { ProvenRow } from './proven-settlements.ts';

interface Own {
  /** What the operation itself moves; the amount of the settlement if absent. */
  readonly amount?: number;
  /** What it changes, if that is not the settlement itself. */
  readonly object?: string;
  /** What the first person saw; the status of the settlement if absent. */
  readonly state?: string;
}

/** What a change of a settlement is about, for the rule of two people. */
export const aboutSettlement = (
  settlement: Pick<ProvenRow, 'id' | 'partner_id' | 'currency' | 'amount' | 'status'>,
  { amount = settlement.amount, object = settlement.id, state = String(settlement.status) }: Own = {},
): Matter => ({
  object,
  settlement: settlement.id,
  partner: settlement.partner_id,
  amounts: [{ currency: settlement.currency, amount }],
  state,
});

/** The same, if the amount is what the gateway finds and not what was sent: with another amount it is asked for anew. */
export const aboutAmountOfMoment = (
  settlement: Parameters<typeof aboutSettlement>[0],
  amount: number,
  own: Pick<Own, 'object'> = {},
): Matter => aboutSettlement(settlement, { ...own, amount, state: `${settlement.status} ${amount}` });
