import { type Kysely, sql } from 'kysely';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { historyFault } from '../../nouns/settlement/mac/settlement-history-fault.ts';
import {
  isGenuineSettlement,
  PROVEN_COLUMNS,
  settlementRowAad,
} from '../../nouns/settlement/mac/settlement-mac.ts';
import { STEP_EVENT_TYPES } from '../../nouns/settlement/settlement-events.rules.ts';
import { differs, type Findings, forged } from '../../trail/checkpoint/findings.ts';
import { findRemoved } from './find-removed.ts';
import { PROGRESS_ROWS } from './read-in-batches.ts';

/** Settlements of one query, each with up to five events. */
const BATCH_ROWS = 500;

/** Checks every settlement against its MAC and its events, and the events against their settlement. */
export async function verifySettlements(
  db: Kysely<Tables>,
  macs: RowMacs,
  findings: Findings,
  progress: (settlements: number) => void,
): Promise<void> {
  let seen = 0;
  for (let after: string | null = ''; after !== null;) {
    // One query, so that a settlement that moves meanwhile is read together with the events of the same moment.
    const rows = await withHistory(db, after).execute();
    for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
      const [row] = own;
      if (row === undefined) continue;
      const aad = settlementRowAad(id);
      const steps = own.flatMap(({ event_type: type, event_data: data }) =>
        type === null || data === null ? [] : [{ type, data }],
      );
      const disagreement = historyFault(row, steps);
      const { event_type: _type, event_data: _data, ...proven } = row;
      if (!isGenuineSettlement(macs, proven)) findings.add(forged(aad));
      if (disagreement !== null) findings.add(differs(aad, `Settlement ${id} ${disagreement}.`));
      seen += 1;
      if (seen % PROGRESS_ROWS === 0) progress(seen);
    }
    after = rows.at(-1)?.id ?? null;
  }
  await findRemoved(
    db,
    { table: 'instant_settlement', created: 'funding.submitted', prefix: 'funding/' },
    findings,
  );
}

function withHistory(db: Kysely<Tables>, after: string) {
  const page = db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_ROWS);
  return db
    .selectFrom(page.as('page'))
    .leftJoin('event', (join) =>
      join
        .on('event.subject', '=', sql<string>`'funding/' || page.id`)
        .on('event.type', 'in', STEP_EVENT_TYPES),
    )
    .selectAll('page')
    .select(['event.type as event_type', 'event.data as event_data'])
    .orderBy('page.id')
    .orderBy('event.sequence');
}
