import { CODE } from './characters.ts';

/** What can be wrong with JSON: each is the end of a sentence that begins with the place. None quotes the JSON. */
const FAULTS = {
  value:
    'no value begins: it must be an object, a list, a text in double quotes, a number, true, false or null',
  digit: 'a digit is missing',
  name: 'a name in double quotes is missing',
  colon: 'a colon is missing',
  comma: 'a comma, or the end of the object or list, is missing',
  control: String.raw`a text has a control character: a line break is written as \n`,
  escape: 'a text has an escape that JSON does not have',
  more: 'something follows the end of the JSON',
  end: 'it ends too early',
  byteOrderMark: 'it begins with a byte-order mark, which JSON does not allow',
  encoding: 'a byte is not UTF-8',
} as const;

/** JSON that is not well-formed: its first fault, and the offset of that character. */
export class MalformedJson extends SyntaxError {
  override readonly name = 'MalformedJson';
  readonly fault: keyof typeof FAULTS;
  readonly at: number;

  constructor(fault: keyof typeof FAULTS, at: number) {
    super(fault);
    this.fault = fault;
    this.at = at;
  }
}

/**
 * Why a text, or bytes, are not well-formed JSON: the place and the fault. Takes one pass over the text before them.
 */
export function whyMalformed(json: string | Uint8Array, error: unknown): string {
  if (json.length === 0) return 'it is empty';
  if (typeof json !== 'string') {
    const sound = soundStart(json);
    return sound === null ? whyMalformed(decode(json), error) : explained(sound, sound.length, 'encoding');
  }
  if (!(error instanceof MalformedJson)) throw error;
  if (json.startsWith('\ufeff')) return explained(json, 0, 'byteOrderMark');
  return error.at < json.length
    ? explained(json, error.at, error.fault)
    : explained(json, json.length, 'end');
}

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The text before the first bytes that are not UTF-8; null if there are none. */
function soundStart(bytes: Uint8Array): string | null {
  const again = Buffer.from(decode(bytes));
  const at = bytes.findIndex((byte, index) => byte !== again[index]);
  // With `stream`, the decoder leaves out an unfinished character at the end.
  const start = (end: number) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
  return at < 0 ? null : start(at);
}

/** Lines and columns count from 1. Columns count characters, as in editors. */
function explained(text: string, at: number, fault: keyof typeof FAULTS): string {
  let [line, column] = [1, 1];
  for (let index = 0; index < at; index += 1) {
    const code = text.charCodeAt(index);
    if (code === CODE.lineFeed) [line, column] = [line + 1, 1];
    else if (code < LOW_SURROGATES.from || code > LOW_SURROGATES.to) column += 1;
  }
  return `at line ${line}, column ${column} ${FAULTS[fault]}`;
}

/** The second code units of characters that have two. */
const LOW_SURROGATES = { from: 0xdc_00, to: 0xdf_ff } as const;
