import { type Kysely, sql } from 'kysely';
import { isMarked } from '../event/mark.ts';
import type { EventRow } from '../event/record.ts';
import { notBefore } from '../kernel/clock.ts';
import { nameOf } from '../kernel/secret.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Foundation } from '../pipeline/execute.ts';
import { hashOfEvent, listHash, makeSeal, NO_SEAL, type SealKind, type SealRow } from './seal.rules.ts';

/** Events of one seal at most: some ten milliseconds of work, for which writers on SQLite wait. */
export const SEAL_EVENTS_MAX = 1_000;
/** Of the advisory lock on PostgreSQL that lets one process seal at a time; any number that nothing else locks. */
const SEAL_LOCK = 7_325_001;

export interface Sealing {
  /** Null where there was nothing to seal, and where another process does it. */
  readonly seal: SealRow | null;
  /** Events that were not written by the gateway, or not so; they stay unsealed, and `audit verify` tells of them. */
  readonly refused: readonly string[];
}

/**
 * Makes the next seal: over a batch of the events that have committed, or over none where the last seal was made with a
 * key that is not the first any more, so that the new key vouches for the whole chain.
 */
export async function sealEvents({ database, auditKeys, clock }: Foundation): Promise<Sealing> {
  return database.transaction(async (db) => {
    if (database.rowLocks && !(await isFirst(db))) return NOTHING;
    const head = await headOf(db);
    const { kind, events, refused } = await nextBatch(db, auditKeys, head);
    await refuse(db, refused);
    const isVouchedFor = head === undefined || head.key === nameOf(auditKeys[0]);
    if (events.length === 0 && isVouchedFor) return { seal: null, refused };
    const list = listHash();
    const hashed = events.map((event) => ({ event_id: event.id, hash: hashOfEvent(event) }));
    for (const { event_id, hash } of hashed) list.add(event_id, hash);
    const seal = makeSeal(
      {
        number: (head?.number ?? 0) + 1,
        previous: head?.hash ?? NO_SEAL,
        kind,
        events: events.length,
        content: list.end(),
        sealed_at: notBefore(head?.sealed_at ?? '', clock()),
      },
      auditKeys,
    );
    await db.insertInto('seal').values(seal).execute();
    if (events.length > 0) await moveUnder(db, seal.number, hashed);
    return { seal, refused };
  });
}

const NOTHING: Sealing = { seal: null, refused: [] };

/** The last seal there is. */
export function headOf(db: Kysely<Tables>): Promise<SealRow | undefined> {
  return db.selectFrom('seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

async function isFirst(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(${SEAL_LOCK}) as first`.execute(db);
  return rows[0]?.first === true;
}

interface Batch {
  readonly kind: SealKind;
  readonly events: readonly EventRow[];
  readonly refused: readonly string[];
}

/** The oldest that wait. Those with a key that only other processes have are left to them. */
async function nextBatch(
  db: Kysely<Tables>,
  keys: Foundation['auditKeys'],
  head: SealRow | undefined,
): Promise<Batch> {
  if (head === undefined || head.kind === 'founding') {
    const events = await waiting(db).where('unsealed_event.key', 'is', null).execute();
    if (events.length > 0) return { kind: 'founding', events: events.map(asEvent), refused: [] };
  }
  const rows = await waiting(db).where('unsealed_event.key', 'in', keys.map(nameOf)).execute();
  const { true: genuine = [], false: forged = [] } = Object.groupBy(rows, (row) =>
    isMarked(row, row.mark ?? '', keys) ? 'true' : 'false',
  );
  return { kind: 'regular', events: genuine.map(asEvent), refused: forged.map(({ id }) => id) };
}

/** What is sealed already, or gone, is nothing to be sealed: a row that says so was not written by the gateway. */
function waiting(db: Kysely<Tables>) {
  return db
    .selectFrom('unsealed_event')
    .innerJoin('event', 'event.id', 'unsealed_event.event_id')
    .leftJoin('sealed_event', 'sealed_event.event_id', 'unsealed_event.event_id')
    .selectAll('event')
    .select('unsealed_event.mark')
    .where('unsealed_event.refused', '=', 0)
    .where('sealed_event.event_id', 'is', null)
    .orderBy('unsealed_event.event_id')
    .limit(SEAL_EVENTS_MAX);
}

const asEvent = ({ mark: _mark, ...event }: EventRow & { mark: string | null }): EventRow => event;

async function refuse(db: Kysely<Tables>, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await db.updateTable('unsealed_event').set({ refused: 1 }).where('event_id', 'in', eventIds).execute();
}

async function moveUnder(
  db: Kysely<Tables>,
  seal: number,
  hashed: readonly { readonly event_id: string; readonly hash: string }[],
): Promise<void> {
  await db
    .insertInto('sealed_event')
    .values(hashed.map((each) => ({ ...each, seal })))
    .execute();
  await db
    .deleteFrom('unsealed_event')
    .where(
      'event_id',
      'in',
      hashed.map(({ event_id }) => event_id),
    )
    .execute();
}
