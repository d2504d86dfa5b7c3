import type { z } from 'zod';
import { dayAt } from '../../../kernel/days.ts';
import { kycCountryOf, type KycRow } from '../../kyc/kyc.present.ts';
import { requireNotHeld } from '../../hold/find-holds.ts';
import { interestRate } from '../../partner/pricing.rules.ts';
import { rateCeilingOf } from '../../provider/provider.rules.ts';
import { type Command, type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { findSettlement, findSettlementAndKyc, type SettlementIds } from '../find-settlement.ts';
import { payoutHash } from '../payout-reference.ts';
import { aboutSettlement } from '../two-people.ts';
import type { OperatorStep } from '../operator-step.ts';
import { encryptedNote, type Move, moveSettlement } from '../move-settlement.ts';
import { rolesFor, type SettlementEvent, settlementMachine } from '../settlement.machine.ts';
import { requireOfferable, termsOf } from '../terms.rules.ts';
import { type InstantSettlementView, presentSettlement, type SettlementRow } from '../settlement.present.ts';
import { beginServicing } from '../servicing/begin-servicing.ts';
import { findServicing } from '../servicing/lock-servicing.ts';
import { payoutDays, requireDay } from '../servicing/servicing-days.ts';
import { withOwnServicing } from '../servicing/servicing-reads.operations.ts';
import { adviceOn, considered, NO_ADVICE, settingsOf } from '../advice.ts';
import { approvalMoves } from '../approval-moves.ts';
import { denialMove } from '../denial-move.ts';
import { factsOfStored } from '../gather-facts.ts';
import { type Denial, DENIAL_BY } from '../denial.rules.ts';
import { ApprovalInput, DenialInput, DisbursementInput, StepBackInput } from './underwriting.input.ts';

/** Each step of operators with a settlement: an operation and its mutation. */
export const OPERATOR_STEPS: readonly OperatorStep<SettlementIds>[] = [
  // If the partner accepts all offers, the same transaction accepts this one.
  operatorStep({
    name: 'approveInstantSettlement',
    event: 'approve',
    needsTwo: { operation: 'approve', of: (subject) => subject },
    does: 'Makes an offer of a request, on the KYC of the customer as it is now.',
    input: ApprovalInput,
    locate: findSettlementAndKyc,
    async move(context, { input, subject: { settlement, kyc } }) {
      const { partner, provider } = await settingsOf(context, settlement);
      const { amount, currency, settlement_period } = settlement;
      const rate = input.interest_rate ?? interestRate(partner.interest_rate, currency, settlement_period);
      const priced = { amount, settlement_period, interest_rate: rate };
      const guarded = { kyc, confirmedKycRevision: input.confirm_kyc_revision };
      const ceiling = rateCeilingOf(provider, kycCountryOf(kyc));
      // A settlement that cannot be approved at all is refused by its machine instead.
      const isOpen = settlement.status === settlementMachine.initial;
      if (isOpen) requireOfferable(priced, ceiling);
      const facts = await factsOfStored(context, settlement, kyc, { partner, provider, interestRate: rate });
      const advice = isOpen ? await adviceOn(context, partner, facts) : NO_ADVICE;
      const kept = { origin: 'person', facts, ...considered(advice, 'approve', input.override) } as const;
      const approval = { kycRevision: kyc.revision, amount, interestRate: rate, kept };
      const moves = approvalMoves(partner, approval, context.now);
      const after = await moveSettlement(context, settlement, moves, guarded);
      await requireNotHeld(context, after);
      return after;
    },
  }),
  operatorStep({
    name: 'denyInstantSettlement',
    event: 'deny',
    does: 'Denies a request.',
    input: DenialInput,
    locate: findSettlementAndKyc,
    async move(context, { input, subject: { settlement, kyc } }) {
      const settings = await settingsOf(context, settlement);
      const terms = { ...settings, interestRate: settlement.interest_rate };
      const facts = await factsOfStored(context, settlement, kyc, terms);
      const isOpen = settlement.status === settlementMachine.initial;
      const advice = isOpen ? await adviceOn(context, settings.partner, facts) : NO_ADVICE;
      const kept = { origin: 'person', facts, ...considered(advice, 'deny', input.override) } as const;
      const reasons = [...new Set([input.reason, ...(input.more_reasons ?? [])])];
      const note = encryptedNote(context, 'denial_note', settlement.id, input.note);
      return moveSettlement(context, settlement, [denialMove({ kept, reasons, note })]);
    },
  }),
  operatorStep({
    name: 'withdrawInstantSettlement',
    event: 'withdraw',
    does: 'Withdraws an offer that was not answered yet.',
    input: StepBackInput,
    locate: findSettlement,
    move: (context, { input, subject }) =>
      deny(context, subject, { event: 'withdraw' }, { reason: DENIAL_BY.withdraw, note: input.reason }),
  }),
  operatorStep({
    name: 'disburseInstantSettlement',
    event: 'disburse',
    needsTwo: { operation: 'disburse', of: (subject) => subject },
    does:
      'Records that the money was sent. The KYC of the customer must still be complete, and either unchanged since the ' +
      'approval or confirmed.',
    input: DisbursementInput,
    locate: findSettlementAndKyc,
    async move(context, { input, subject: { settlement, kyc } }) {
      const fundedOn = await payoutDay(context, settlement, input.paid_on ?? null);
      const reference = encryptedNote(context, 'disbursement_reference', settlement.id, input.reference);
      const hash = payoutHash(context, input.reference);
      const change = { disbursement_reference: reference, disbursement_reference_hash: hash };
      const data = { kyc_revision: kyc.revision, funded_on: fundedOn };
      const facts = { kyc, confirmedKycRevision: input.confirm_kyc_revision };
      const former = await findServicing(context, settlement.id);
      const after = await moveSettlement(context, settlement, [{ event: 'disburse', change, data }], facts);
      await requireNotHeld(context, after);
      await beginServicing(context, after, payoutOf(after, kyc, fundedOn), former);
      return after;
    },
  }),
  operatorStep({
    name: 'revokeInstantSettlement',
    event: 'revoke',
    does: 'Revokes an accepted offer whose money was not sent yet.',
    input: StepBackInput,
    locate: findSettlement,
    move: (context, { input, subject }) =>
      deny(context, subject, { event: 'revoke' }, { reason: DENIAL_BY.revoke, note: input.reason }),
  }),
];

/** The day of the payout; today if the input has none. Throws `parameter_invalid` if it cannot be that day. */
async function payoutDay(context: CommandContext, { id, status }: SettlementRow, paidOn: string | null) {
  if (paidOn === null) return dayAt(context.now);
  // A settlement that cannot be paid out at all is refused by its machine instead.
  if (status === 'accepted') requireDay(paidOn, await payoutDays(context, id), 'paid_on');
  return paidOn;
}

/** How a payout is serviced. */
function payoutOf(row: SettlementRow, kyc: KycRow, fundedOn: string) {
  const terms = termsOf(row);
  if (terms === null) throw new Error('The money of a settlement was sent without an approval.');
  return { country: kycCountryOf(kyc), fundedOn, fee: terms.fee, repaymentOrder: terms.repayment_order };
}

type StepCommand<Input extends z.ZodObject, Subject> = Command<SettlementIds, Input, Subject, SettlementRow>;

interface StepDefinition<Input extends z.ZodObject, Subject> extends Pick<
  StepCommand<Input, Subject>,
  'name' | 'locate'
> {
  readonly event: SettlementEvent;
  /** If it may need two people: the name of its setting, and the rows that the first person saw. */
  readonly needsTwo?: {
    readonly operation: 'approve' | 'disburse';
    readonly of: (subject: Subject) => { readonly settlement: SettlementRow; readonly kyc: KycRow };
  };
  /** A sentence about what it does, for the description of its mutation. */
  readonly does: string;
  readonly input: Input;
  /** Moves the settlement; returns its new row. */
  readonly move: StepCommand<Input, Subject>['run'];
}

function operatorStep<Input extends z.ZodObject, Subject>({
  name,
  event,
  needsTwo,
  does,
  input,
  locate,
  move,
}: StepDefinition<Input, Subject>): OperatorStep<SettlementIds> {
  const shown = async (context: CommandContext, row: SettlementRow): Promise<InstantSettlementView> =>
    withOwnServicing(context, presentSettlement(row, context));
  const operation = defineCommand({
    name,
    roles: rolesFor(event),
    input,
    locate,
    ...(needsTwo !== undefined && {
      twoPeople: {
        operation: needsTwo.operation,
        // What was decided on another revision of the KYC record is asked for anew.
        matter: (_context: CommandContext, { subject }: { readonly subject: Subject }) => {
          const { settlement, kyc } = needsTwo.of(subject);
          return aboutSettlement(settlement, { state: `${settlement.status} ${kyc.revision}` });
        },
        unchanged: (context: CommandContext, { subject }: { readonly subject: Subject }) =>
          shown(context, needsTwo.of(subject).settlement),
      },
    }),
    run: async (context, given) => shown(context, await move(context, given)),
  });
  return (use) => use(operation, { does, input });
}

interface Why {
  readonly reason: Denial;
  /** For operators only. */
  readonly note: string | null;
}

function deny(
  context: CommandContext,
  settlement: SettlementRow,
  move: Move,
  { reason, note }: Why,
): Promise<SettlementRow> {
  const denial_note = encryptedNote(context, 'denial_note', settlement.id, note);
  const change = { denial_reason: reason, denial_note };
  return moveSettlement(context, settlement, [{ ...move, change }]);
}
