import { givingWay } from '../../../engine/async/giving-way.ts';
import { OperationError, type Problem, refusal } from '../../../kernel/errors.ts';
import { lookupId } from '../../../kernel/id.ts';
import { tryInput } from '../../../pipeline/input/read-input.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { tooLarge } from '../../settlement/servicing/apply-fact.ts';
import { claimOf, statementBalanceOf } from '../../settlement/servicing/balances.ts';
import type { ProvenServiced } from '../../settlement/servicing/lock-servicing.ts';
import { boundedBy, requireFunded } from '../repayment.guards.ts';
import { type NewRepayment, newRepaymentOn } from '../repayment.input.ts';
import { duplicate, requireFewer } from '../standing-repayments.ts';
import { FAULTS_MAX } from './bulk.present.ts';
import type { BulkRow, RawItem } from './bulk.rules.ts';
import type { Standing } from './standing-in-bulk.ts';

/** A valid item: its repayment and the settlement that it pays back. */
export interface ValidItem {
  readonly row: number;
  readonly serviced: ProvenServiced;
  readonly repayment: NewRepayment & { readonly received_on: string; readonly reference: string };
}

/** An item that cannot be recorded. */
export interface RefusedItem {
  readonly row: number;
  readonly funding_id: string | null;
  readonly faults: readonly Problem[];
}

interface Known {
  readonly settlements: ReadonlyMap<string, ProvenServiced>;
  readonly standing: Standing;
  /** What each settlement owes after the items before, less the excess that is held. */
  readonly owed: Map<string, number>;
}

/** Checks the items one after another, each as if the valid ones before it were recorded. Changes nothing. */
export async function checkItems(
  { now }: CommandContext,
  rows: readonly BulkRow[],
  among: Omit<Known, 'owed'>,
): Promise<readonly (ValidItem | RefusedItem)[]> {
  const known = { ...among, owed: new Map<string, number>() };
  const checked: (ValidItem | RefusedItem)[] = [];
  const giveWay = givingWay();
  for (const given of rows) {
    checked.push(checkItem(given, known, now));
    const turn = giveWay();
    if (turn !== null) await turn;
  }
  return checked;
}

function checkItem(given: BulkRow, known: Known, now: Date): ValidItem | RefusedItem {
  const { row } = given;
  if (!('item' in given)) return { ...given, faults: given.faults.slice(0, FAULTS_MAX) };
  try {
    return validItem(row, given.item, known, now);
  } catch (error) {
    if (!(error instanceof OperationError) || error.isFailure) throw error;
    return { row, funding_id: given.item.funding_id, faults: error.problems.slice(0, FAULTS_MAX) };
  }
}

/** The item with its fields read. Throws OperationError if it cannot be recorded. */
function validItem(row: number, raw: RawItem, known: Known, now: Date): ValidItem {
  const { settlements, standing } = known;
  const { funding_id, ...fields } = raw;
  const serviced = settlements.get(lookupId(funding_id));
  if (serviced === undefined)
    throw refusal('resource_missing', 'must be the id of an instant settlement', { path: ['funding_id'] });
  const { bounds } = boundedBy(serviced, now);
  const reading = tryInput(newRepaymentOn(bounds), fields);
  if ('problems' in reading) throw new OperationError(reading.problems);
  const { reference } = reading.input;
  if (reference === null) throw refusal('parameter_missing', 'is required', { path: ['reference'] });
  requireFunded(serviced, now);
  const { id } = serviced.settlement;
  const received_on = reading.input.received_on ?? bounds.today;
  if (standing.has(id, received_on, reference)) throw duplicate();
  requireFewer(standing.count(id));
  payFrom(known.owed, serviced, reading.input.amount);
  standing.add(id, received_on, reference);
  return { row, serviced, repayment: { ...reading.input, received_on, reference } };
}

/** Throws `parameter_invalid` if the excess of a settlement would not be exact after an amount. */
function payFrom(
  owedAfter: Map<string, number>,
  { settlement, servicing }: ProvenServiced,
  amount: number,
): void {
  if (servicing === null) return;
  const before = owedAfter.get(settlement.id) ?? statementBalanceOf(servicing) + claimOf(servicing);
  if (before - amount < -Number.MAX_SAFE_INTEGER) throw tooLarge();
  owedAfter.set(settlement.id, before - amount);
}
