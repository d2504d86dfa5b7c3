import { refusal } from '../../kernel/errors.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { locateOwner } from '../../pipeline/rows/tenancy.ts';
import { type EntryKind, isEntryKind } from '../ledger/entries.ts';
import { type EntryRow, requireGenuineEntry } from '../ledger/entry-mac.ts';
import { findSettlement } from '../settlement/find-settlement.ts';
import { isServiced } from '../settlement/servicing/servicing-reads.operations.ts';
import { findServicing } from '../settlement/servicing/lock-servicing.ts';
import { statusOf } from '../settlement/settlement.present.ts';
import { findBalances, findLines, type StatementOf } from './find-lines.ts';
import { cursorAt } from './statement-cursor.ts';
import {
  type SettlementStatementInput,
  SettlementStatementInput as Part,
  StatementInput,
} from './statement.input.ts';
import type { StatementLine, StatementView } from './statement.present.ts';

/**
 * A line of a moment may become visible so many seconds later: longer than a transaction takes, plus the difference
 * between the clocks of two machines.
 */
const UNSETTLED_SECONDS = 10;

/** The statement of one settlement: every change of what is owed for it. */
export const readSettlementStatement = defineQuery({
  name: 'readSettlementStatement',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: Part,
  locate: findSettlement,
  async run(context, { input, subject }): Promise<StatementView> {
    const of = { settlement: subject.id };
    const statement = await statementOf(context, { currency: subject.currency, of }, input);
    const mayBeUnopened = statement.items.length === 0 && isServiced({ status: statusOf(subject) });
    if (mayBeUnopened && (await findServicing(context, subject.id)) === null) throw notOpened();
    return statement;
  },
});

/** Housekeeping opens the books of a settlement of an earlier version within seconds of a start. */
const OPENED_SECONDS = 5;

/** An empty statement would say that nothing is owed. */
const notOpened = () =>
  refusal(
    'service_unavailable',
    'The books of a settlement of an earlier version are being opened; send the request again in a moment.',
    { retryAfterSeconds: OPENED_SECONDS },
  );

/** The statement of all settlements of a partner in one currency; for an operator, of all partners. */
export const readStatement = defineQuery({
  name: 'readStatement',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: StatementInput,
  locate: locateOwner,
  run: (context, { input: { currency, ...part }, subject: owner }): Promise<StatementView> =>
    statementOf(context, { currency, of: { owner, currency } }, part),
});

interface Asked {
  readonly currency: string;
  readonly of: StatementOf;
}

async function statementOf(
  context: QueryContext,
  { currency, of }: Asked,
  { from = null, until = null, limit, ...input }: SettlementStatementInput,
): Promise<StatementView> {
  const after = input.after ?? null;
  const known_at = knownAt(context.now, input.known_at ?? null, after?.known_at ?? null);
  if (from !== null && until !== null && until < from)
    throw refusal('parameter_invalid', 'must not be before from', { path: ['until'] });
  const range = { from, until, known_at };
  const found = await findLines(context.db, of, range, { after, limit });
  const { opening, closing } = await findBalances(context.db, of, range);
  const lines = found.slice(0, limit);
  for (const line of lines) requireGenuineEntry(context.rowMacs, line);
  const last = lines.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    currency,
    from,
    until,
    known_at,
    final: known_at < timestamp(secondsLater(context.now, -UNSETTLED_SECONDS)),
    opening_balance: String(opening),
    closing_balance: String(closing),
    items: lines.map(presentLine),
    next_cursor: hasMore ? cursorAt({ ...last, known_at }) : null,
    has_more: hasMore,
  };
}

/** The moment at which the lines were known: the moment of the request, of its first page, or now. */
function knownAt(now: Date, asked: string | null, ofFirstPage: string | null): string {
  const present = timestamp(now);
  if (asked !== null && asked > present)
    throw refusal('parameter_invalid', 'must not be in the future', { path: ['known_at'] });
  if (asked !== null && ofFirstPage !== null && asked !== ofFirstPage)
    throw refusal('parameter_invalid', 'must be the moment of the first page', { path: ['known_at'] });
  return ofFirstPage ?? asked ?? present;
}

function presentLine(row: EntryRow): StatementLine {
  return {
    entry_id: row.id,
    effective_on: row.effective_on,
    posted_on: row.posted_on,
    recorded_at: row.recorded_at,
    kind: kindOf(row),
    funding_id: row.settlement_id,
    repayment_id: row.repayment_id,
    amount: row.amount,
    balance: row.balance,
  };
}

/** Its MAC was checked, so no other gateway wrote it. */
export function kindOf({ kind }: Pick<EntryRow, 'kind'>): EntryKind {
  if (!isEntryKind(kind)) throw new Error('An entry has a kind that this version does not know.');
  return kind;
}
