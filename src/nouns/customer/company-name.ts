import { textsBeginning } from '../../engine/sql/text-range.ts';

/** A company's name for searches: in upper case, and with full-width letters of Chinese input made plain. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}

/** The first and the last possible folded name that begin with a text, in any case. */
export const namesBeginning = (text: string) => textsBeginning(foldedName(text));
