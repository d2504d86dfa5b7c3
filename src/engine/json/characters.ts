/** The characters that JSON is made of, as code units. */
export const SPACE = 0x20;

export const CODE = {
  lineFeed: 0x0a,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  colon: 0x3a,
  upperE: 0x45,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  a: 0x61,
  lowerE: 0x65,
  f: 0x66,
  n: 0x6e,
  t: 0x74,
  u: 0x75,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

export const isDigit = (code: number) => code >= CODE.zero && code <= CODE.zero + 9;

export const isJsonSpace = (code: number) =>
  code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;
