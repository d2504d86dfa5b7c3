/** Why what is outstanding is written off, with the meaning of each code. */
export const WRITE_OFFS = {
  insolvency: 'The customer is insolvent.',
  fraud: 'The funding was obtained by fraud.',
  dispute: 'The customer disputes the debt, and the provider gives it up.',
  uneconomic: 'Collecting the rest costs more than it brings.',
  other: 'Another reason.',
} as const;
export type WriteOffCode = keyof typeof WRITE_OFFS;

const isWriteOffCode = (code: string): code is WriteOffCode => Object.hasOwn(WRITE_OFFS, code);

/** The codes, in the order of the table. */
export const WRITE_OFF_CODES = Object.keys(WRITE_OFFS).filter(isWriteOffCode);
