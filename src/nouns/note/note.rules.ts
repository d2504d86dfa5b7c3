import type { Selectable } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';

/** More than this is a file, not notes: a person does not read them before a decision. */
export const NOTES_MAX = 500;

/** The additional authenticated data of a text. A note that is moved or gets another author cannot be decrypted. */
export const noteAad = ({ id, about, author, created_at }: Omit<Selectable<Tables['note']>, 'text'>) =>
  `note.text/${id}/${about}/${author}/${created_at}`;
