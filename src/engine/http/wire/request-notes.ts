import { WireRequest } from './wire-request.ts';

/** The class of a note: its key. */
type Kind<Note extends object> = abstract new (...given: never[]) => Note;

const notesOfOthers = new WeakMap<Request, object[]>();

/**
 * State of a request until its response: one object of each class. A request from a socket holds these objects itself,
 * because an entry in a WeakMap costs a microsecond, mostly for garbage collection.
 */
export function noteOf<Note extends object>(request: Request, kind: Kind<Note>): Note | null {
  const notes = request instanceof WireRequest ? request.notes : notesOfOthers.get(request);
  if (notes !== undefined) for (const note of notes) if (note instanceof kind) return note;
  return null;
}

export function addNote(request: Request, note: object): void {
  if (request instanceof WireRequest) {
    request.notes.push(note);
    return;
  }
  const notes = notesOfOthers.get(request);
  if (notes === undefined) notesOfOthers.set(request, [note]);
  else notes.push(note);
}
