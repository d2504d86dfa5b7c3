import { type Step, useStepsWithNotice } from '../../../../console-kit/steps.tsx';
import { run } from '../../../../console-kit/api.ts';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import {
  AddNoteDocument,
  CustomerNotesDocument,
  type NoteRowsFragment,
  SettlementNotesDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { changesAny, useReload } from '../../../../console-kit/live/use-events.ts';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';

/** The longest note that the gateway takes, in characters. */
const NOTE_LENGTH_MAX = 4_000;

const NONE: NoteRowsFragment = { totalCount: 0, nodes: [] };

async function notesOf(id: string): Promise<NoteRowsFragment> {
  const found = id.startsWith('fun_')
    ? (await run(SettlementNotesDocument, { id })).instantSettlement
    : (await run(CustomerNotesDocument, { id })).customer;
  return found?.notes ?? NONE;
}

/** What operators wrote about the settlement or the customer with this id, the newest first. */
export function Notes({ of }: { of: string }) {
  const loaded = useLoad(`notes ${of}`, () => notesOf(of));
  const { begin, dialog } = useStepsWithNotice(() => void loaded.reload());
  // An event names the note, and not what it is about.
  useReload(changesAny('note'), loaded.refresh);
  const { totalCount, nodes } = loaded.data ?? NONE;
  return (
    <section class="card" aria-labelledby="notes-title">
      <h2 id="notes-title">
        Notes
        {mayDo('WRITE') && <QuietButton onClick={() => begin(addNote(of))}>Add a note</QuietButton>}
      </h2>
      <LoadFailed of={loaded} />
      {loaded.data !== null && nodes.length === 0 && <p class="faint">Nothing was written yet.</p>}
      <ol class="history notes">
        {nodes.map(({ noteId, text, actorName, createdAt, damaged }) => (
          <li key={noteId}>
            <strong>
              {damaged ? <span class="danger">{text}</span> : <bdi>{actorName ?? 'The command line'}</bdi>}
            </strong>{' '}
            <Time at={createdAt} />
            <p class="written">
              {damaged ? 'It is not as the gateway wrote it, so its text and author are not shown.' : text}
            </p>
          </li>
        ))}
      </ol>
      {totalCount > nodes.length && (
        <p class="faint">
          The newest {nodes.length} of {totalCount}.
        </p>
      )}
      {dialog}
    </section>
  );
}

const addNote = (id: string): Step => ({
  name: 'Add the note',
  tone: 'good',
  title: 'Add a note',
  done: 'The note was added.',
  fields: () => (
    <Field label="Note" hint="No partner sees it. It cannot be changed or removed.">
      <textarea name="text" rows={6} maxLength={NOTE_LENGTH_MAX} required />
    </Field>
  ),
  send: (form, once) => run(AddNoteDocument, { id, text: typed(form, 'text') }, once),
});
