import type { z } from 'zod';
import { dayAt, daysAfter } from '../../../kernel/days.ts';
import type { Command, CommandContext } from '../../../pipeline/operation.ts';
import { repayInstantSettlement } from '../../repayment/receipt.operations.ts';
import type { SettlementIds } from '../../settlement/find-settlement.ts';
import type { Serviced } from '../../settlement/servicing/lock-servicing.ts';
import { SERVICING_OPERATIONS } from '../../settlement/servicing/servicing.operations.ts';
import { OPERATOR_STEPS } from '../../settlement/underwriting/underwriting.operations.ts';
import type { InstantSettlementView } from '../../settlement/settlement.present.ts';
import { playAs } from './play-as.ts';

/** What a play writes if the partner gives no reference or no reason. */
const REFERENCE = 'SANDBOX';
export const REASON = 'sandbox';

/** Something that the provider does with a settlement, played by the partner. */
interface SettlementPlay {
  readonly means: string;
  readonly step: PlayStep;
  /** The members of the step that the partner may leave out. */
  readonly defaults: (serviced: Serviced, now: Date) => Readonly<Record<string, unknown>>;
}

/** An operation of operators with a settlement. Each has its own types of input and subject. */
type PlayStep = (
  use: <Schema extends z.ZodType, Subject>(
    operation: Command<SettlementIds, Schema, Subject, InstantSettlementView>,
  ) => void,
) => void;

const STEPS = new Map<string, PlayStep>();
for (const step of [...OPERATOR_STEPS, ...SERVICING_OPERATIONS])
  step(({ name }) => void STEPS.set(name, (use) => step((operation) => use(operation))));

function stepOf(name: string): PlayStep {
  const step = STEPS.get(name);
  if (step === undefined) throw new Error(`There is no step ${name}.`);
  return step;
}

const because = () => ({ reason: REASON });

/** A due day is moved by a week. */
const EXTENSION_DAYS = 7;

function laterDueDay({ servicing }: Serviced, now: Date): string {
  const today = dayAt(now);
  const due = servicing?.due_on ?? today;
  return daysAfter(due > today ? due : today, EXTENSION_DAYS);
}

/** By the last part of the path on REST. */
export const SETTLEMENT_PLAYS = {
  approve: {
    means: 'The provider makes an offer of a request.',
    step: stepOf('approveInstantSettlement'),
    defaults: () => ({ override: REASON }),
  },
  deny: {
    means: 'The provider denies a request.',
    step: stepOf('denyInstantSettlement'),
    defaults: () => ({ reason: 'insufficient_history', note: REASON, override: REASON }),
  },
  withdraw: {
    means: 'The provider withdraws an offer that you did not answer yet.',
    step: stepOf('withdrawInstantSettlement'),
    defaults: because,
  },
  disburse: {
    means: 'The provider sends the money.',
    step: stepOf('disburseInstantSettlement'),
    defaults: () => ({ reference: REFERENCE }),
  },
  return: {
    means: 'The bank sends the money back.',
    step: stepOf('returnDisbursement'),
    defaults: because,
  },
  revoke: {
    means: 'The provider revokes an offer that you accepted, before the money is sent.',
    step: stepOf('revokeInstantSettlement'),
    defaults: because,
  },
  repay: {
    means: 'All that is outstanding is paid.',
    step: (use) => use(repayInstantSettlement),
    defaults: () => ({ reference: REFERENCE }),
  },
  waive: {
    means: 'The provider waives the fee, or a part of it.',
    step: stepOf('waiveFee'),
    defaults: ({ servicing }) => ({ amount: servicing?.fee_outstanding ?? 0, reason: REASON }),
  },
  extend: {
    means: 'The provider moves the due day, by a week unless you name the day.',
    step: stepOf('extendInstantSettlement'),
    defaults: (serviced, now) => ({ due_on: laterDueDay(serviced, now), reason: REASON }),
  },
  'write-off': {
    means: 'The provider writes off all that is outstanding.',
    step: stepOf('writeOffInstantSettlement'),
    defaults: () => ({ code: 'other', reason: REASON }),
  },
  'refund-excess': {
    means: 'The provider pays back what was paid too much.',
    step: stepOf('refundExcess'),
    defaults: ({ servicing }) => ({ amount: servicing?.excess ?? 0, reason: REASON }),
  },
} as const satisfies Readonly<Record<string, SettlementPlay>>;

type SettlementPlayName = keyof typeof SETTLEMENT_PLAYS;

const isSettlementPlay = (name: string): name is SettlementPlayName => Object.hasOwn(SETTLEMENT_PLAYS, name);

/** The play of a name; null if there is none. */
export const settlementPlayOf = (name: string): SettlementPlay | null =>
  isSettlementPlay(name) ? SETTLEMENT_PLAYS[name] : null;

interface Played {
  readonly play: SettlementPlay;
  readonly serviced: Serviced;
}

/** Runs a play. Members that were not given have its defaults. */
export async function playSettlement(
  context: CommandContext,
  { play, serviced }: Played,
  asked: Readonly<Record<string, unknown>>,
): Promise<InstantSettlementView> {
  const ids = { funding_id: serviced.settlement.id, customer_id: null };
  const input = { ...play.defaults(serviced, context.now), ...asked };
  const views: Promise<InstantSettlementView>[] = [];
  play.step((operation) => void views.push(playAs(context, operation, ids, input)));
  const [view] = await Promise.all(views);
  if (view === undefined) throw new Error('A play has one step.');
  return view;
}
