import type { Selectable } from 'kysely';
import { DAMAGED_NAME, DamageError, knownTime, valueOrDamage } from '../../kernel/damage.ts';
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
  readonly text: string;
  /** Whether the row is not as the gateway wrote it. Then the other members are replaced. */
  readonly is_damaged: boolean;
}

/** A note as operators see it. The text proves the author and the time, too. */
export function presentNote({ text, ...row }: NoteRow, vault: Vault): NoteView {
  const { id: note_id, about, author, created_at } = row;
  const read = valueOrDamage(() => vault.decrypt(text, noteAad(row)));
  if (read instanceof DamageError) {
    const shown = { actor: '', created_at: knownTime(created_at), text: DAMAGED_NAME };
    return { note_id, about, ...shown, is_damaged: true };
  }
  return { note_id, about, actor: author, created_at, text: read, is_damaged: false };
}
