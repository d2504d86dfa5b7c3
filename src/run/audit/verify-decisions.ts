import { type Kysely, type SqlBool, sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { DECISION_EVENTS, DecisionData, outcomeOfEvent } from '../../nouns/decision/decision-events.rules.ts';
import {
  DECISION_COLUMNS,
  decisionIdOf,
  decisionPlace,
  type DecisionRow,
  isGenuineDecision,
} from '../../nouns/decision/decision-mac.ts';
import { CustomerPast } from '../../nouns/decision/facts/customer-past.rules.ts';
import { FORGOTTEN, PROVEN_PASTS, readPast } from '../../nouns/settlement/customer-past.ts';
import { differs, type Findings, forged, removed } from '../../trail/checkpoint/findings.ts';
import { readEventData } from '../../trail/record/event-data.ts';
import { missedRows } from './missed-rows.ts';
import { BATCH_ROWS, PROGRESS_ROWS, readInBatches } from './read-in-batches.ts';

interface Watch {
  readonly macs: RowMacs;
  readonly findings: Findings;
  readonly progress: (sentence: string) => void;
}

/**
 * Checks each decision against its MAC and its event, and that every decision exists that an event names. Then checks the
 * kept past of customers, which decisions read.
 */
export async function verifyDecisions(db: Kysely<Tables>, watch: Watch): Promise<void> {
  await checkRows(db, watch);
  await findRemoved(db, watch);
  await verifyPasts(db, watch);
}

type Told = DecisionRow & { readonly type: string | null; readonly subject: string | null };

async function checkRows(db: Kysely<Tables>, { macs, findings, progress }: Watch): Promise<void> {
  let seen = 0;
  const rows = readInBatches<Told>((after) =>
    db
      .selectFrom('decision')
      .leftJoin('event', (join) => join.on(sql`event.id`, '=', sql`'evt_' || substr(decision.id, 5)`))
      .select(DECISION_COLUMNS.map((column) => `decision.${column}` as const))
      .select(['event.type', 'event.subject'])
      .where('decision.id', '>', after?.id ?? '')
      .orderBy('decision.id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const row of rows) {
    const place = decisionPlace(row.id);
    if (!isGenuineDecision(macs, row)) findings.add(forged(place));
    if (row.type === null) findings.add(differs(place, `No event names decision ${row.id}.`));
    else if (row.subject !== `funding/${row.settlement_id}` || outcomeOfEvent(row.type) !== row.outcome)
      findings.add(differs(place, `Decision ${row.id} differs from its event.`));
    seen += 1;
    if (seen % PROGRESS_ROWS === 0) progress(`Decisions: ${seen.toLocaleString('en')}`);
  }
}

const IS_GONE = sql<SqlBool>`not exists (select 1 from decision where decision.id = 'dcn_' || substr(event.id, 5))`;

/** Reports missing decisions that an event names. An event of an earlier version names no decision. */
async function findRemoved(db: Kysely<Tables>, { findings }: Watch): Promise<void> {
  for await (const { id, data, purged } of missedRows(db, Object.keys(DECISION_EVENTS), IS_GONE))
    if (readEventData(DecisionData, data)?.decision !== undefined && !purged)
      findings.add(removed(decisionPlace(decisionIdOf(id))));
}

/** Checks the kept past of each customer against its MAC, and against the settlements and repayments. */
async function verifyPasts(db: Kysely<Tables>, { macs, findings }: Watch): Promise<void> {
  const rows = readInBatches<{ readonly id: string; readonly past: string; readonly mac: string }>((after) =>
    db
      .selectFrom('customer_past')
      .select(['id', 'past', 'mac'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const row of rows) {
    const place = PROVEN_PASTS.placeOf(row.id);
    if (!PROVEN_PASTS.isGenuine(macs, row)) findings.add(forged(place));
    else if (row.past !== FORGOTTEN && !(await isAsRead(db, row)))
      findings.add(differs(place, `The past of customer ${row.id} differs from its settlements.`));
  }
}

/** Whether a kept past is as its settlements say. If it changed meanwhile, the next verification looks again. */
async function isAsRead(
  db: Kysely<Tables>,
  { id, past }: { readonly id: string; readonly past: string },
): Promise<boolean> {
  const kept = CustomerPast.safeParse(JSON.parse(past));
  if (!kept.success) return false;
  if (isDeepStrictEqual(kept.data, await readPast(db, id, kept.data.since))) return true;
  const present = await db.selectFrom('customer_past').select('past').where('id', '=', id).executeTakeFirst();
  return present?.past !== past;
}
