import { type Kysely, type Selectable, sql } from 'kysely';
import type { Caller } from '../kernel/caller.ts';
import { timestamp } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import type { Tables } from '../kernel/tables.ts';
import type { EventType } from './event-types.ts';

export type EventRow = Selectable<Tables['event']>;

export interface Happening {
  readonly type: EventType;
  /** `noun/id` of what it happened to; its row is locked by the transaction, which makes the sequence gapless. */
  readonly subject: `${'partner' | 'key' | 'customer' | 'kyc' | 'funding'}/${string}`;
  readonly partnerId: string | null;
  /** Never a personal value: names of fields, states, ids, counts. */
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Circumstances {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
}

/** Appends an event for each of several subjects, inside the transaction of `db`. */
export async function recordEvents(
  db: Kysely<Tables>,
  happenings: readonly Happening[],
  at: Circumstances,
): Promise<readonly EventRow[]> {
  const events = happenings.map((happening) => ({
    id: newId('evt', at.now),
    type: happening.type,
    subject: happening.subject,
    partner_id: happening.partnerId,
    actor: at.caller.actor,
    request_id: at.requestId,
    created_at: timestamp(at.now),
    data: JSON.stringify(happening.data ?? {}),
  }));
  const numbered = await db
    .insertInto('event')
    .values((eb) =>
      events.map((event) => ({
        ...event,
        sequence: eb
          .selectFrom('event')
          .select(sql<number>`coalesce(max(sequence), 0) + 1`.as('next'))
          .where('subject', '=', event.subject),
      })),
    )
    .returning(['id', 'sequence'])
    .execute();
  const sequences = new Map(numbered.map(({ id, sequence }) => [id, sequence]));
  return events.map((event) => ({ ...event, sequence: sequences.get(event.id) ?? 0 }));
}
