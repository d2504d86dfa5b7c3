import { world } from '../../kernel/world.ts';

/** UUIDs of one batch. They are one string of 4.6 kB, which stays in memory as long as one of its UUIDs. */
const COUNT = 128;
const BYTES = 16;
const LENGTH = 36;
const HYPHEN = '-'.charCodeAt(0);
const DIGITS = Buffer.from('0123456789abcdef');

const random = new Uint8Array(COUNT * BYTES);
const characters = Buffer.alloc(COUNT * LENGTH);
let text = '';
let left = 0;

/**
 * A new random UUID (version 4), as a slice of one long string. Node joins each UUID from fifteen strings, and V8 would
 * flatten it twice: for the response and for the log.
 */
export function newUuid(): string {
  if (left === 0) makeMany();
  left -= 1;
  return text.slice(left * LENGTH, (left + 1) * LENGTH);
}

function makeMany(): void {
  world.fillRandom(random);
  let end = 0;
  for (let at = 0; at < random.length; at += 1) {
    const byte = random[at] ?? 0;
    const place = at % BYTES;
    if (place === 4 || place === 6 || place === 8 || place === 10) {
      characters[end] = HYPHEN;
      end += 1;
    }
    const marked = place === 6 ? 0x40 | (byte & 0x0f) : place === 8 ? 0x80 | (byte & 0x3f) : byte;
    characters[end] = DIGITS[marked >> 4] ?? 0;
    characters[end + 1] = DIGITS[marked & 0x0f] ?? 0;
    end += 2;
  }
  text = characters.toString('latin1');
  left = COUNT;
}
