import { wordsOf } from '../../kernel/words.ts';

/** Why what is outstanding is written off, with the meaning of each code. */
export const WRITE_OFFS = {
  insolvency: 'The customer is insolvent.',
  fraud: 'The funding was obtained by fraud.',
  dispute: 'The customer disputes the debt, and the provider gives it up.',
  uneconomic: 'Collecting the rest costs more than it brings.',
  other: 'Another reason.',
} as const;
export type WriteOffCode = keyof typeof WRITE_OFFS;

export const WRITE_OFF_CODES = wordsOf(WRITE_OFFS);
