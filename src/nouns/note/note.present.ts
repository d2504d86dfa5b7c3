import type { Selectable } from 'kysely';
import { type DamageError, valueOrDamage } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { noteAad } from './note.rules.ts';

export type NoteRow = Selectable<Tables['note']>;

/** A note as operators see it. */
export interface NoteView {
  readonly note_id: string;
  /** The id of the settlement or the customer. */
  readonly about: string;
  /** The operator; the key, if it belongs to no person. */
  readonly actor: string;
  readonly created_at: string;
  readonly text: string | DamageError;
}

export function presentNote({ text, ...row }: NoteRow, vault: Vault): NoteView {
  const { id, about, author, created_at } = row;
  return {
    note_id: id,
    about,
    actor: author,
    created_at,
    text: valueOrDamage(() => vault.decrypt(text, noteAad(row))),
  };
}
