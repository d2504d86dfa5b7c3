import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** What an operator wrote about a settlement or a customer. Notes are only added. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  indexes: [{ name: 'note_about', properties: ['about', 'id'] }],
  properties: {
    id: p.string().primary(),
    /** The id of the settlement or the customer. */
    about: p.string(),
    /** The operator; the key, if it belongs to no person. */
    author: p.string(),
    created_at: p.string(),
    /** Its additional data bind it to the other columns (`noteAad`). */
    text: p.text().$type<Encrypted>(),
  },
});
