import { sql } from 'kysely';
import {
  hashOfEvent,
  hashOfCheckpoint,
  listHash,
  type CheckpointRow,
} from '../../../src/trail/checkpoint/checkpoint.rules.ts';
import type { EventRow } from '../../../src/trail/record/record.ts';
import { newId } from '../../../src/kernel/id.ts';
import type { Db } from '../../support/fixtures/audit-fixture.ts';

/** The position of an attack: each number picks one of the existing rows. */
interface Strike {
  readonly a: number;
  readonly b: number;
}

type Attack = (db: Db, strike: Strike) => Promise<void>;

const pick = <Row>(rows: readonly Row[], at: number): Row => {
  const row = rows[at % rows.length];
  if (row === undefined) throw new Error('There is nothing to strike at.');
  return row;
};
const events = (db: Db) => db.selectFrom('event').selectAll().orderBy('id').execute();
const checkpoints = (db: Db) => db.selectFrom('checkpoint').selectAll().orderBy('number').execute();
const checkpointedEvents = (db: Db) =>
  db.selectFrom('checkpointed_event').selectAll().orderBy('event_id').execute();

const positions = (db: Db) => db.selectFrom('feed').selectAll().orderBy('position').execute();
type Entry = Awaited<ReturnType<typeof positions>>[number];

const editEvent = (db: Db, id: string, change: Partial<EventRow>) =>
  db.updateTable('event').set(change).where('id', '=', id).execute();
const removeEvent = (db: Db, id: string) => db.deleteFrom('event').where('id', '=', id).execute();

/** A checkpoint with its hashes made again from its present content; the MAC would need the key. */
async function remake(db: Db, checkpoint: CheckpointRow, previous: string): Promise<CheckpointRow> {
  const list = listHash();
  const rows = (await checkpointedEvents(db)).filter((row) => row.checkpoint === checkpoint.number);
  for (const { event_id, hash } of rows) list.add(event_id, hash);
  const made = { ...checkpoint, previous, events: rows.length, content: list.end() };
  const remade = { ...made, hash: hashOfCheckpoint(made) };
  await db.updateTable('checkpoint').set(remade).where('number', '=', checkpoint.number).execute();
  return remade;
}

function forgedEvent(like: EventRow, sequence: number): EventRow {
  return { ...like, id: newId('evt', new Date()), sequence };
}

async function forge(db: Db, strike: Strike): Promise<EventRow> {
  const like = pick(await events(db), strike.a);
  const own = (await events(db)).filter(({ subject }) => subject === like.subject);
  const event = forgedEvent(like, own.length + 1);
  await db.insertInto('event').values(event).execute();
  return event;
}

const edit = (change: (event: EventRow) => Partial<EventRow>): Attack => {
  return async (db, { a }) => {
    const event = pick(await events(db), a);
    await editEvent(db, event.id, change(event));
  };
};

const editCheckpoint = (change: (checkpoint: CheckpointRow) => Partial<CheckpointRow>): Attack => {
  return async (db, { a }) => {
    const checkpoint = pick(await checkpoints(db), a);
    await db
      .updateTable('checkpoint')
      .set(change(checkpoint))
      .where('number', '=', checkpoint.number)
      .execute();
  };
};

const editPosition = (change: (entry: Entry) => Partial<Entry>): Attack => {
  return async (db, { a }) => {
    const shown = (await positions(db)).filter(({ subject }) => !subject.startsWith('key/'));
    const entry = pick(shown, a);
    await db.updateTable('feed').set(change(entry)).where('position', '=', entry.position).execute();
  };
};

/** The attacks of a person who may write to every table but does not have the key. */
export const attacks: Readonly<Record<string, Attack>> = {
  'another type': edit(({ type }) => ({ type: `${type}x` })),
  'another actor': edit(() => ({ actor: 'somebody' })),
  'another moment': edit(() => ({ created_at: '2020-01-01T00:00:00Z' })),
  'other data': edit(() => ({ data: '{"changed":[]}' })),
  'data that is no JSON': edit(() => ({ data: '{' })),
  'data that is no object': edit(() => ({ data: 'null' })),
  'another request': edit(({ request_id }) => ({ request_id: `${request_id}0` })),
  'another partner': edit(() => ({ partner_id: null })),
  'another number': edit(({ sequence }) => ({ sequence: sequence + 100 })),
  'an event removed': async (db, { a }) => void (await removeEvent(db, pick(await events(db), a).id)),
  'an event removed, and from its list': async (db, { a }) => {
    const { id } = pick(await events(db), a);
    await removeEvent(db, id);
    await db.deleteFrom('checkpointed_event').where('event_id', '=', id).execute();
  },
  'an event inserted': async (db, strike) => void (await forge(db, strike)),
  'an event inserted into a checkpoint': async (db, strike) => {
    const event = await forge(db, strike);
    const { number } = pick(await checkpoints(db), strike.b);
    await db
      .insertInto('checkpointed_event')
      .values({ event_id: event.id, checkpoint: number, hash: hashOfEvent(event) })
      .execute();
  },
  'an event inserted into a checkpoint that does not exist': async (db, strike) => {
    const event = await forge(db, strike);
    const checkpoint = [0, -1, 999][strike.b % 3] ?? 0;
    await db
      .insertInto('checkpointed_event')
      .values({ event_id: event.id, checkpoint, hash: hashOfEvent(event) })
      .execute();
  },
  'an event inserted that waits without a MAC': async (db, strike) => {
    const { id } = await forge(db, strike);
    await db.insertInto('waiting_event').values({ event_id: id, key: '', mac: '', refused: 0 }).execute();
  },
  'an event inserted that waits with the MAC of another': async (db, strike) => {
    const { id } = await forge(db, strike);
    const known = pick(await db.selectFrom('waiting_event').selectAll().execute(), strike.b);
    const { key, mac, refused } = known;
    await db.insertInto('waiting_event').values({ event_id: id, key, mac, refused }).execute();
  },
  'the data of two events swapped': async (db, { a, b }) => {
    const all = await events(db);
    const one = pick(all, a);
    const two = pick(
      all.filter(({ type, request_id }) => type !== one.type || request_id !== one.request_id),
      b,
    );
    await editEvent(db, one.id, { type: two.type, request_id: two.request_id, data: two.data });
    await editEvent(db, two.id, { type: one.type, request_id: one.request_id, data: one.data });
  },
  'an event edited with its hash': async (db, { a }) => {
    const { event_id } = pick(await checkpointedEvents(db), a);
    await editEvent(db, event_id, { actor: 'somebody' });
    const event = (await events(db)).find(({ id }) => id === event_id);
    if (event === undefined) throw new Error('The event is gone.');
    await db
      .updateTable('checkpointed_event')
      .set({ hash: hashOfEvent(event) })
      .where('event_id', '=', event_id)
      .execute();
  },
  'an event moved under another checkpoint': async (db, { a, b }) => {
    const row = pick(await checkpointedEvents(db), a);
    const others = (await checkpoints(db)).filter(({ number }) => number !== row.checkpoint);
    const checkpoint = pick(others, b).number;
    await db
      .updateTable('checkpointed_event')
      .set({ checkpoint })
      .where('event_id', '=', row.event_id)
      .execute();
  },
  'a position removed': async (db, { a }) => {
    const { position } = pick(await positions(db), a);
    await db.deleteFrom('feed').where('position', '=', position).execute();
  },
  'a position shown to another partner': editPosition(() => ({ partner_id: 'par_somebody' })),
  'a position shown to operators alone': editPosition(() => ({ partner_id: null })),
  'a position of another type': editPosition(({ type }) => ({ type: `${type}x` })),
  'a position of another subject': editPosition(({ subject }) => ({ subject: `${subject}x` })),
  'two positions of a subject swapped': async (db, { a }) => {
    const own = Map.groupBy(await positions(db), ({ subject }) => subject);
    const several = pick(
      [...own.values()].filter(({ length }) => length > 1),
      a,
    );
    const [one, two] = [pick(several, 0), pick(several, several.length - 1)];
    await db.deleteFrom('feed').where('position', 'in', [one.position, two.position]).execute();
    const swapped = [
      { ...one, position: two.position },
      { ...two, position: one.position },
    ];
    await db.insertInto('feed').values(swapped).execute();
  },
  'a position of no event': async (db) => {
    const last = (await positions(db)).length;
    const entry = { event_id: 'evt_none', partner_id: null, type: 'customer.created', subject: 'customer/x' };
    await db
      .insertInto('feed')
      .values({ position: last + 1, ...entry })
      .execute();
  },
  'an event removed with all but its position': async (db, { a }) => {
    const { event_id } = pick(await positions(db), a);
    await removeEvent(db, event_id);
    await db.deleteFrom('checkpointed_event').where('event_id', '=', event_id).execute();
    await db.deleteFrom('waiting_event').where('event_id', '=', event_id).execute();
  },
  'a checkpoint edited': editCheckpoint(() => ({ made_at: '2020-01-01T00:00:00Z' })),
  'a checkpoint with another key': editCheckpoint(() => ({ key: '00000000' })),
  'a checkpoint with another count': editCheckpoint(({ events: count }) => ({ events: count + 1 })),
  'a checkpoint with another proof': editCheckpoint(({ mac }) => ({
    mac: mac.split('').toReversed().join(''),
  })),
  'a checkpoint removed': async (db, { a }) => {
    const { number } = pick((await checkpoints(db)).slice(0, -1), a);
    await db.deleteFrom('checkpoint').where('number', '=', number).execute();
  },
  'a checkpoint removed with its events': async (db, { a }) => {
    const { number } = pick((await checkpoints(db)).slice(0, -1), a);
    await sql`delete from event where id in (select event_id from checkpointed_event where checkpoint = ${number})`.execute(
      db,
    );
    await db.deleteFrom('checkpointed_event').where('checkpoint', '=', number).execute();
    await db.deleteFrom('checkpoint').where('number', '=', number).execute();
  },
  'a checkpoint remade over an edited event, and all after it': async (db, strike) => {
    const before = pick(await checkpointedEvents(db), strike.a);
    await attacks['an event edited with its hash']?.(db, strike);
    let previous = '';
    for (const checkpoint of await checkpoints(db)) {
      previous =
        checkpoint.number < before.checkpoint
          ? checkpoint.hash
          : (await remake(db, checkpoint, previous)).hash;
    }
  },
};
