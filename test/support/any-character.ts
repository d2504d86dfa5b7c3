import * as fc from 'fast-check';

/**
 * Any code point. The unit `binary` of fast-check has the same characters, but each worker takes more than a second
 * to make it.
 */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ max: 0xd7ff, min: 0 }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
