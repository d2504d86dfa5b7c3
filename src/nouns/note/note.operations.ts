import { refusal } from '../../kernel/errors.ts';
import { timestamp } from '../../kernel/clock.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { pageQuery } from '../../pipeline/rows/find-page.ts';
import { findPageOfEach } from '../../pipeline/rows/union-of-pages.ts';
import { AddNoteInput, CountNotesInput, ListNotesInput } from './note.input.ts';
import { type NoteRow, type NoteView, presentNote } from './note.present.ts';
import { lockNoted } from './lock-noted.ts';
import { noteAad, NOTES_MAX } from './note.rules.ts';

/**
 * Adds a note to a settlement or a customer. No one changes or removes it, and no partner sees it. Throws
 * `resource_missing` if there is no such record, or `limit_reached` if it has `NOTES_MAX` notes.
 */
export const addNote = defineCommand({
  name: 'addNote',
  roles: ['operator'],
  input: AddNoteInput,
  // Locked, so that two notes at once cannot pass the limit.
  locate: lockNoted,
  async run(context, { input, subject: about }): Promise<NoteView> {
    const { db, caller, now, vault } = context;
    if ((await countOf(context, [about])).get(about) === NOTES_MAX) {
      throw refusal('limit_reached', `The record has ${NOTES_MAX} notes, and takes no more.`);
    }
    const note = {
      id: context.newId('not'),
      about,
      author: caller.operatorId ?? caller.actor,
      created_at: timestamp(now),
    };
    const row: NoteRow = { ...note, text: vault.encrypt(input.text, noteAad(note)) };
    await db.insertInto('note').values(row).execute();
    await context.record({
      type: 'note.added',
      subject: `note/${note.id}`,
      partnerId: null,
      isFirst: true,
      data: { about },
    });
    return presentNote(row, vault);
  },
});

/** A page of the notes about each of several records, the newest first. */
export const listNotes = defineQuery({
  name: 'listNotes',
  roles: ['operator'],
  input: ListNotesInput,
  run({ db, vault }, { input: { about, ...page } }) {
    const queryOf = (id: string) => {
      const rows = pageQuery(db.selectFrom('note').where('about', '=', id).selectAll(), page);
      return db.selectFrom(rows.as('page')).selectAll();
    };
    const parentOf = (row: NoteRow) => row.about;
    return findPageOfEach(about, { queryOf, parentOf, present: (row) => presentNote(row, vault) }, page);
  },
});

/** The number of notes about each of several records. */
export const countNotes = defineQuery({
  name: 'countNotes',
  roles: ['operator'],
  input: CountNotesInput,
  run: (context, { input }) => countOf(context, input.about),
});

async function countOf({ db }: QueryContext, about: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('note')
    .select(({ fn }) => ['about', fn.countAll<number>().as('count')])
    .where('about', 'in', about)
    .groupBy('about')
    .execute();
  return new Map(rows.map(({ about: id, count }) => [id, Number(count)]));
}
