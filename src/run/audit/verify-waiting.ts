import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Finding, Findings } from '../../trail/checkpoint/findings.ts';
import { ALL_OF_EVENT } from '../../trail/record/event-row.ts';
import { eventProofs, type EventProofs } from './event-proofs.ts';

type Unfed = Awaited<ReturnType<ReturnType<typeof unfedWithin>['execute']>>[number];

/**
 * Events of one statement. Nearly all of them have a position, so there are few rows. A statement for all events would
 * take longer than PostgreSQL may take for one, if they are many millions.
 */
const WINDOW_ROWS = 10_000;

/** Checks the events without a position against their MACs, and returns the number of genuine ones. */
export async function verifyWaiting(
  db: Kysely<Tables>,
  keys: SecretKeys,
  findings: Findings,
  windowRows = WINDOW_ROWS,
): Promise<number> {
  const proofOf = eventProofs(keys);
  let waiting = 0;
  for await (const row of unfed(db, windowRows)) {
    const finding = findingOf(row, proofOf);
    if (finding === null) waiting += 1;
    else findings.add(finding);
  }
  return waiting;
}

function findingOf({ key, mac, held, settled, ...event }: Unfed, proofOf: EventProofs): Finding | null {
  const { id, subject } = event;
  const proof = proofOf(event, { key, mac });
  if (proof === 'unknown') {
    const says = `Event ${id} waits for its position with a MAC of key ${key}, which comes from no secret of SECRET_KEY.`;
    return { fault: 'not_vouched_for', event: id, subject, says };
  }
  if (proof === 'wrong') {
    const says = `Event ${id} has no position, and the gateway did not write it, or not with this content.`;
    return { fault: 'event_inserted', event: id, subject, says };
  }
  // The relay looks at the events after its mark, and at events that it held for an unknown key.
  const isAwaited = held === null ? event.number > settled : held === 0;
  if (isAwaited) return null;
  const says = `Event ${id} is genuine, and a change in the database keeps it out of the feed and the checkpoints.`;
  return { fault: 'event_withheld', event: id, subject, says };
}

/** Window by window, in the order of their numbers. */
async function* unfed(db: Kysely<Tables>, windowRows: number): AsyncGenerator<Unfed, void> {
  for (let after: string | null = null; ;) {
    const { last, rows } = await windowAfter(db, after, windowRows).executeTakeFirstOrThrow();
    if (last === null) return;
    yield* await unfedWithin(db, after, last).execute();
    if (rows < windowRows) return;
    after = last;
  }
}

/** A number of an event, which is sent as text: an attacker may have written one that no number of JavaScript holds. */
const numberOf = (text: string) => sql<number>`cast(${text} as bigint)`;

const isAfter = (column: string, after: string | null) =>
  after === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} > ${numberOf(after)}`;

/** How many events the next window has, and its last number; null if it has none. */
const windowAfter = (db: Kysely<Tables>, after: string | null, rows: number) =>
  db
    .selectFrom(
      db
        .selectFrom('event')
        .select('number')
        .where(isAfter('number', after))
        .orderBy('number')
        .limit(rows)
        .as('next'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      sql<string | null>`cast(max(next.number) as text)`.as('last'),
    ]);

/** One statement, so that an event which gets its position meanwhile is not taken for one that was left out. */
const unfedWithin = (db: Kysely<Tables>, after: string | null, last: string) =>
  db
    .selectFrom('event')
    .leftJoin('feed', (join) =>
      join
        .onRef('feed.event_number', '=', 'event.number')
        // The same limits, or PostgreSQL might read the whole feed.
        .on('feed.event_number', '<=', numberOf(last))
        .on(isAfter('feed.event_number', after)),
    )
    .leftJoin('held_event', 'held_event.event_number', 'event.number')
    .select(ALL_OF_EVENT)
    .select(['event.number', 'event.key', 'event.mac', 'held_event.refused as held'])
    .select(sql<number>`coalesce((select settled from feed_mark), 0)`.as('settled'))
    .where('feed.position', 'is', null)
    .where('event.number', '<=', numberOf(last))
    .where(isAfter('event.number', after))
    .orderBy('event.number');
