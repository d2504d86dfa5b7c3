import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { keyHistoryFault } from '../../nouns/api-key/mac/api-key-history-fault.ts';
import { apiKeyAad, isGenuineKey } from '../../nouns/api-key/mac/api-key-mac.ts';
import { KEY_STEPS } from '../../nouns/api-key/mac/api-key-steps.ts';
import { digestOf, type KeyProofs } from '../../nouns/api-key/mac/remake-api-keys.ts';
import { differs, type Findings, forged } from '../../trail/checkpoint/findings.ts';
import { findRemoved } from './find-removed.ts';

/** Keys of one query. */
const BATCH_ROWS = 500;

/** Checks every API key against its MAC and its events, and every `key.created` event against its key. */
export async function verifyKeys(db: Kysely<Tables>, proofs: KeyProofs, findings: Findings): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows = await withHistory(db, after).execute();
    for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
      const [first] = own;
      if (first === undefined) continue;
      const steps = own.flatMap(({ event_type: type, event_partner: partner_id, event_data: data }) =>
        type === null || data === null ? [] : [{ type, partner_id, data }],
      );
      const { event_type: _type, event_partner: _partner, event_data: _data, ...row } = first;
      const disagreement = keyHistoryFault(row, steps);
      if (!isGenuineKey(proofs.rowMacs, row)) findings.add(forged(apiKeyAad(id)));
      else if (digestOf(row, proofs) === null) findings.add(differs(apiKeyAad(id), digestDamaged(id)));
      if (disagreement !== null) findings.add(differs(apiKeyAad(id), `API key ${id} ${disagreement}.`));
    }
    after = rows.at(-1)?.id ?? null;
  }
  await findRemoved(db, { table: 'api_key', created: 'key.created', prefix: 'key/' }, findings);
}

const digestDamaged = (id: string): string =>
  `The digest of API key ${id} is damaged, so no rotation of the secret can take the key over.`;

/** One query, so that a key that changes meanwhile is read together with the events of the same moment. */
function withHistory(db: Kysely<Tables>, after: string) {
  const page = db.selectFrom('api_key').selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS);
  return db
    .selectFrom(page.as('page'))
    .leftJoin('event', (join) =>
      join.on('event.subject', '=', sql<string>`'key/' || page.id`).on('event.type', 'in', KEY_STEPS),
    )
    .selectAll('page')
    .select(['event.type as event_type', 'event.partner_id as event_partner', 'event.data as event_data'])
    .orderBy('page.id')
    .orderBy('event.sequence');
}
