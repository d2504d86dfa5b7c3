import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { proseField, textSize } from '../../kernel/input/fields.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';

/** Two pages of text. */
const NOTE_LENGTH_MAX = 4_000;
export const NOTE_SIZE = textSize(NOTE_LENGTH_MAX);

export const AddNoteInput = z.strictObject({
  text: proseField(NOTE_LENGTH_MAX).describe(
    `What colleagues should know, 1 to ${NOTE_LENGTH_MAX} characters. No partner ever sees it.`,
  ),
});

const ofMany = { about: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) };

export const ListNotesInput = pageInput('not', ofMany);
export const CountNotesInput = z.strictObject(ofMany);
