import {
  hashOfCheckpoint,
  listHash,
  type CheckpointRow,
} from '../../../src/trail/checkpoint/checkpoint.rules.ts';
import { positionsAfter } from '../../../src/trail/checkpoint/waiting-events.ts';
import type { EventRow } from '../../../src/trail/record/event-row.ts';
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
const positions = (db: Db) => db.selectFrom('feed').selectAll().orderBy('position').execute();
type Entry = Awaited<ReturnType<typeof positions>>[number];

const editEvent = (db: Db, id: string, change: Partial<EventRow>) =>
  db.updateTable('event').set(change).where('id', '=', id).execute();

/** The events under a checkpoint, in the order of their positions. */
async function eventsUnder(db: Db, { last_position, events: count }: CheckpointRow) {
  const rows = await positionsAfter(db, { after: 0, limit: last_position });
  return rows.slice(last_position - count, last_position);
}

/** A checkpoint with its hashes made again from its present content; the MAC would need the key. */
async function remake(db: Db, checkpoint: CheckpointRow, previous: string): Promise<CheckpointRow> {
  const list = listHash();
  const rows = await eventsUnder(db, checkpoint);
  for (const row of rows) list.add({ ...row, isGenuine: true });
  const made = { ...checkpoint, previous, events: rows.length, content: list.end() };
  const remade = { ...made, hash: hashOfCheckpoint(made) };
  await db.updateTable('checkpoint').set(remade).where('number', '=', checkpoint.number).execute();
  return remade;
}

async function forge(db: Db, strike: Strike, proof: Partial<Proof> = {}) {
  const { number: _number, ...like } = pick(await events(db), strike.a);
  const own = (await events(db)).filter(({ subject }) => subject === like.subject);
  const event = { ...like, id: newId('evt', new Date()), sequence: own.length + 1, mac: '', ...proof };
  await db.insertInto('event').values(event).execute();
  return db.selectFrom('event').selectAll().where('id', '=', event.id).executeTakeFirstOrThrow();
}

interface Proof {
  readonly key: string;
  readonly mac: string;
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
    const shown = (await positions(db)).filter(({ subject }) => subject?.startsWith('key/') !== true);
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
  'an event removed': async (db, { a }) => {
    const { event_number } = pick(await positions(db), a);
    await db.deleteFrom('event').where('number', '=', event_number).execute();
  },
  'an event removed with its position': async (db, { a }) => {
    const { event_number, position } = pick(await positions(db), a);
    await db.deleteFrom('event').where('number', '=', event_number).execute();
    await db.deleteFrom('feed').where('position', '=', position).execute();
  },
  'an event removed, and all later positions moved up': async (db, { a }) => {
    const all = await positions(db);
    const { event_number, position } = pick(all.slice(0, -1), a);
    await db.deleteFrom('event').where('number', '=', event_number).execute();
    await db.deleteFrom('feed').where('position', '>=', position).execute();
    const later = all.filter((each) => each.position > position);
    const moved = later.map((each) => ({ ...each, position: each.position - 1 }));
    await db.insertInto('feed').values(moved).execute();
  },
  'an event inserted': async (db, strike) => void (await forge(db, strike)),
  'an event inserted with the MAC of another': async (db, strike) => {
    const { key, mac } = pick(await events(db), strike.b);
    await forge(db, strike, { key, mac });
  },
  'an event inserted with a MAC of an unknown key': async (db, strike) =>
    void (await forge(db, strike, { key: '00000000', mac: 'f'.repeat(64) })),
  'an event inserted that the relay has held': async (db, strike) => {
    const { number } = await forge(db, strike);
    await db
      .insertInto('held_event')
      .values({ event_number: number, refused: strike.b % 2 })
      .execute();
  },
  'an event inserted with a position': async (db, strike) => {
    const { number, partner_id, type, subject } = await forge(db, strike);
    const position = (await positions(db)).length + 1;
    await db
      .insertInto('feed')
      .values({ position, event_number: number, partner_id, type, subject })
      .execute();
  },
  'an event inserted in the place of another': async (db, strike) => {
    const { number } = await forge(db, strike);
    const { position } = pick(await positions(db), strike.b);
    await db.updateTable('feed').set({ event_number: number }).where('position', '=', position).execute();
  },
  'an event with the MAC of another': async (db, { a, b }) => {
    const one = pick(await events(db), a);
    const others = (await events(db)).filter(({ id }) => id !== one.id);
    await db
      .updateTable('event')
      .set({ mac: pick(others, b).mac })
      .where('id', '=', one.id)
      .execute();
  },
  'an event with another key': async (db, { a }) => {
    const { id } = pick(await events(db), a);
    await db.updateTable('event').set({ key: '00000000' }).where('id', '=', id).execute();
  },
  'an event refused': async (db, { a }) => {
    const { number } = pick(await events(db), a);
    await db.insertInto('held_event').values({ event_number: number, refused: 1 }).execute();
  },
  'the mark of the relay moved beyond what waits': async (db) => {
    await db.updateTable('feed_mark').set({ settled: 1_000_000 }).execute();
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
  'a position removed': async (db, { a }) => {
    const { position } = pick(await positions(db), a);
    await db.deleteFrom('feed').where('position', '=', position).execute();
  },
  'a position shown to another partner': editPosition(() => ({ partner_id: 'par_somebody' })),
  'a position shown to operators alone': editPosition(() => ({ partner_id: null })),
  'a position of another type': editPosition(({ type }) => ({ type: `${type}x` })),
  'a position of another subject': editPosition(({ subject }) => ({ subject: `${subject}x` })),
  'two positions of a subject swapped': async (db, { a }) => {
    const later = (await positions(db)).filter(({ subject }) => subject !== null);
    const own = Map.groupBy(later, ({ subject }) => subject);
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
    const position = (await positions(db)).length + 1;
    const entry = { event_number: 999_999, partner_id: null, type: 'customer.created', subject: null };
    await db
      .insertInto('feed')
      .values({ position, ...entry })
      .execute();
  },
  'a checkpoint edited': editCheckpoint(() => ({ made_at: '2020-01-01T00:00:00Z' })),
  'a checkpoint with another key': editCheckpoint(() => ({ key: '00000000' })),
  'a checkpoint with another count': editCheckpoint(({ events: count }) => ({ events: count + 1 })),
  'a checkpoint with another end': editCheckpoint(({ last_position }) => ({
    last_position: last_position + 1,
  })),
  'a checkpoint with another proof': editCheckpoint(({ mac }) => ({
    mac: mac.split('').toReversed().join(''),
  })),
  'a checkpoint removed': async (db, { a }) => {
    const { number } = pick((await checkpoints(db)).slice(0, -1), a);
    await db.deleteFrom('checkpoint').where('number', '=', number).execute();
  },
  'a checkpoint removed with its events': async (db, { a }) => {
    const checkpoint = pick((await checkpoints(db)).slice(0, -1), a);
    await removeWithEvents(db, checkpoint);
  },
  'the last checkpoint removed': async (db) => {
    const { number } = await lastCheckpoint(db);
    await db.deleteFrom('checkpoint').where('number', '=', number).execute();
  },
  'the last checkpoint removed with its events': async (db) => removeWithEvents(db, await lastCheckpoint(db)),
  'all checkpoints removed': async (db) => void (await db.deleteFrom('checkpoint').execute()),
  'all checkpoints removed with the note of the last one': async (db) => {
    await db.deleteFrom('checkpoint').execute();
    await db.deleteFrom('chain_end').execute();
  },
  'the note of the last checkpoint edited': async (db) => {
    const [, , before] = await checkpoints(db);
    const { number = 0, hash = '' } = before ?? {};
    await db.updateTable('chain_end').set({ number, hash }).execute();
  },
  'a checkpoint remade over an edited event, and all after it': async (db, strike) => {
    const checkpoint = pick(await checkpoints(db), strike.a);
    const { event } = pick(await eventsUnder(db, checkpoint), strike.b);
    await editEvent(db, event?.id ?? '', { actor: 'somebody' });
    await db
      .updateTable('event')
      .set({ mac: 'f'.repeat(64) })
      .where('id', '=', event?.id ?? '')
      .execute();
    let previous = '';
    for (const each of await checkpoints(db)) {
      previous = each.number < checkpoint.number ? each.hash : (await remake(db, each, previous)).hash;
    }
  },
};

const lastCheckpoint = async (db: Db) => pick((await checkpoints(db)).toReversed(), 0);

async function removeWithEvents(db: Db, checkpoint: CheckpointRow): Promise<void> {
  for (const { number, position } of await eventsUnder(db, checkpoint)) {
    await db.deleteFrom('event').where('number', '=', number).execute();
    await db.deleteFrom('feed').where('position', '=', position).execute();
  }
  await db.deleteFrom('checkpoint').where('number', '=', checkpoint.number).execute();
}
