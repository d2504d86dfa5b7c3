import type { z } from 'zod';
import type { TwoPeopleOperation } from '../../../kernel/two-people.ts';
import { dayAt } from '../../../kernel/days.ts';
import { refusal } from '../../../kernel/errors.ts';
import { type CommandContext, defineCommand, type QueryContext } from '../../../pipeline/operation.ts';
import { requireNotHeld } from '../../hold/find-holds.ts';
import type { EntryRow } from '../../ledger/entry-mac.ts';
import type { SettlementIds } from '../find-settlement.ts';
import type { EntryIds, OperatorStep } from '../operator-step.ts';
import type { SettlementStatus } from '../settlement.machine.ts';
import { type InstantSettlementView, presentSettlement, statusOf } from '../settlement.present.ts';
import { statusSeen } from '../settlement.rules.ts';
import { aboutAmountOfMoment, aboutSettlement } from '../two-people.ts';
import { outstandingOf } from './balances.ts';
import { changeServicing } from './change-servicing.ts';
import { lockServiced, type Serviced } from './lock-servicing.ts';
import type { Fact } from './servicing.facts.ts';
import {
  CorrectionInput,
  ExtensionInput,
  RefundInput,
  ReturnInput,
  UndoInput,
  WaiverInput,
  WriteOffInput,
} from './servicing.input.ts';
import { correctionDays, extensionDays, requireDay, requireNoneReceived } from './servicing-days.ts';
import { SENT_STATUSES } from './former-servicing.ts';
import { withOwnServicing } from './servicing-reads.operations.ts';
import { extensionReasonAad, type ServicingRow } from './servicing-mac.ts';
import { findEntry, payoutEntry, standingEntries, storedLegs, UNDOABLE } from './standing-entries.ts';

/** A settlement whose money was sent. */
interface Funded extends Serviced {
  readonly servicing: ServicingRow;
}

/** Each step of operators with a settlement whose money was sent: an operation and its mutation. */
export const SERVICING_OPERATIONS: readonly OperatorStep<SettlementIds>[] = [
  servicingStep({
    name: 'waiveFee',
    needsTwo: 'waive',
    moves: ({ amount }) => amount,
    does: 'Waives a part of the fee. What was paid of it already pays the amount instead, or is held as excess.',
    input: WaiverInput,
    fact: (_context, { amount, reason }) => ({ kind: 'waive', amount, reason }),
  }),
  servicingStep({
    name: 'writeOffInstantSettlement',
    needsTwo: 'write_off',
    moves: (_input, servicing) => outstandingOf(servicing),
    isOfMoment: true,
    does: 'Writes off all that is outstanding. What is paid later is a recovery, up to the claim.',
    input: WriteOffInput,
    statuses: ['funded'],
    fact: (_context, { code, reason }) => ({ kind: 'writeOff', code, reason }),
  }),
  servicingStep({
    name: 'refundExcess',
    needsTwo: 'refund',
    moves: ({ amount }) => amount,
    does: 'Records that excess was paid back to the payer.',
    input: RefundInput,
    async fact(context, { amount, reason }, { settlement }) {
      await requireNotHeld(context, settlement);
      return { kind: 'refund', amount, reason };
    },
  }),
  servicingStep({
    name: 'extendInstantSettlement',
    needsTwo: 'extend',
    does: 'Moves the due day, three times at most. The fee stays the same.',
    input: ExtensionInput,
    statuses: ['funded'],
    fact({ now, vault }, { due_on: dueOn, reason }, { servicing }) {
      requireDay(dueOn, extensionDays(servicing.due_on, dayAt(now)), 'due_on');
      return { kind: 'extend', dueOn, reason: vault.encrypt(reason, extensionReasonAad(servicing.id)) };
    },
  }),
  servicingStep({
    name: 'returnDisbursement',
    needsTwo: 'return',
    does: 'Records that the bank sent the payout back, so that it can be sent again. No received repayment may stand.',
    input: ReturnInput,
    statuses: ['funded'],
    async fact(context, { reason, returned_on }, { servicing }) {
      const today = dayAt(context.now);
      const returnedOn = returned_on ?? today;
      requireDay(returnedOn, { from: servicing.funded_on, until: today }, 'returned_on');
      await requireNoneReceived(context, servicing.id);
      const { id: entryId } = await payoutEntry(context, servicing.id);
      return { kind: 'return', returnedOn, entryId, reason };
    },
  }),
  servicingStep({
    name: 'correctDisbursement',
    needsTwo: 'correct',
    does: 'Corrects the day on which the money was sent.',
    input: CorrectionInput,
    async fact(context, { paid_on: paidOn, reason }, { servicing }) {
      requireDay(paidOn, await correctionDays(context, servicing), 'paid_on');
      const { id: entryId } = await payoutEntry(context, servicing.id);
      return { kind: 'correct', paidOn, entryId, reason };
    },
  }),
];

const UNDO_DOES = 'Undoes a waiver, a write-off or a refund by its mirror. It can be undone once.';

/** Undoes an entry of the journal. */
export const undoEntryStep: OperatorStep<EntryIds> = (use) =>
  use(undoEntry, { does: UNDO_DOES, input: UndoInput });

interface Undoable {
  readonly serviced: Serviced;
  readonly entry: EntryRow;
}

const undoEntry = defineCommand({
  name: 'undoEntry',
  roles: ['operator'],
  input: UndoInput,
  async locate(context, { entry_id }: EntryIds): Promise<Undoable> {
    const entry = await findEntry(context, entry_id);
    const ids = { funding_id: entry.settlement_id, customer_id: null };
    return { entry, serviced: await lockServiced(context, ids) };
  },
  twoPeople: {
    operation: 'undo',
    async matter(context, { subject: { serviced, entry } }) {
      const together = entry.kind === 'write_off' ? await standingWriteOffs(context, serviced) : [];
      const all = together.some(({ id }) => id === entry.id) ? together : [entry];
      const amount = all.reduce((sum, each) => sum + movedBy(each), 0);
      return aboutAmountOfMoment(serviced.settlement, amount, { object: entry.id });
    },
    unchanged: (context, { subject: { serviced } }) =>
      withOwnServicing(context, presentSettlement(serviced.settlement, context)),
  },
  async run(context, { input: { reason }, subject: { serviced, entry } }): Promise<InstantSettlementView> {
    const funded = requireFunded(context, serviced, SENT_STATUSES);
    const undone = UNDOABLE.find((kind) => kind === entry.kind);
    if (undone === undefined)
      throw refusal('parameter_invalid', 'must be the id of a waiver, a write-off or a refund', {
        path: ['entry_id'],
      });
    const standing = await standingEntries(context, funded.servicing.id, undone);
    if (!standing.some(({ id }) => id === entry.id))
      throw refusal('conflict', 'The entry was undone before; retrieve the journal again.');
    // Amounts that reversals brought back to a written-off settlement were written off too.
    const among = undone === 'write_off' ? standing : standing.filter(({ id }) => id === entry.id);
    const entries = among.map((each) => ({ id: each.id, legs: storedLegs(each) }));
    return changed(context, funded, { kind: 'undo', undone, entries, reason });
  },
});

/** The write-offs that an undo takes back together. */
const standingWriteOffs = async (context: CommandContext, { servicing }: Serviced) =>
  servicing === null ? [] : standingEntries(context, servicing.id, 'write_off');

/** What an entry of the journal moved. */
const movedBy = (entry: EntryRow): number =>
  storedLegs(entry).reduce((sum, [, amount]) => sum + Math.max(0, amount), 0);

interface StepDefinition<Input extends z.ZodObject> {
  readonly name: string;
  /** The name of its setting for two people. */
  readonly needsTwo: TwoPeopleOperation;
  /** The amount that it moves. If absent, the amount of the settlement. */
  readonly moves?: (input: z.output<Input>, servicing: ServicingRow) => number;
  /** Whether the caller does not send the amount. Then the amount changes if something is paid meanwhile. */
  readonly isOfMoment?: boolean;
  /** A sentence about what it does, for the description of its mutation. */
  readonly does: string;
  readonly input: Input;
  /** The statuses that permit it; `funded` and `repaid` if absent. */
  readonly statuses?: readonly SettlementStatus[];
  /** What happens to the money. Throws if a day of the input is out of bounds. */
  readonly fact: (context: QueryContext, input: z.output<Input>, funded: Funded) => Promise<Fact> | Fact;
}

function servicingStep<Input extends z.ZodObject>({
  name,
  needsTwo,
  moves,
  isOfMoment = false,
  does,
  input,
  statuses = SENT_STATUSES,
  fact,
}: StepDefinition<Input>): OperatorStep<SettlementIds> {
  const operation = defineCommand({
    name,
    roles: ['operator'],
    input,
    locate: lockServiced,
    twoPeople: {
      operation: needsTwo,
      matter(_context, { input: given, subject: { settlement, servicing } }) {
        const own = servicing === null ? undefined : moves?.(given, servicing);
        if (own === undefined) return aboutSettlement(settlement);
        return isOfMoment
          ? aboutAmountOfMoment(settlement, own)
          : aboutSettlement(settlement, { amount: own });
      },
      unchanged: (context, { subject: { settlement } }) =>
        withOwnServicing(context, presentSettlement(settlement, context)),
    },
    async run(context, given): Promise<InstantSettlementView> {
      const funded = requireFunded(context, given.subject, statuses);
      return changed(context, funded, await fact(context, given.input, funded));
    },
  });
  return (use) => use(operation, { does, input });
}

/** Throws unless the settlement has one of the statuses. */
function requireFunded(
  { now }: QueryContext,
  { settlement, servicing }: Serviced,
  statuses: readonly SettlementStatus[],
): Funded {
  const status = statusSeen({ ...settlement, status: statusOf(settlement) }, now);
  if (servicing !== null && status !== null && statuses.includes(status)) return { settlement, servicing };
  throw refusal(
    'funding_status_invalid',
    `The instant settlement is ${status}; this needs it to be ${statuses.join(' or ')}.`,
  );
}

/** The settlement after a fact, with what is owed for it. */
async function changed(context: CommandContext, funded: Funded, fact: Fact): Promise<InstantSettlementView> {
  const { settlement } = await changeServicing(context, funded, fact);
  return withOwnServicing(context, presentSettlement(settlement, context));
}
