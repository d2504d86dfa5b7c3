import { parse } from 'content-type';
import { refusal } from '../../../kernel/errors.ts';
import { tooLarge } from '../body/request-body.ts';

type Decode = (bytes: Buffer) => string;

/** This decoder keeps a byte-order mark, so the parser of the text rejects it. */
const strictly =
  (encoding: string): Decode =>
  (bytes) =>
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);

/** The highest byte of US-ASCII. */
const ASCII_MAX = 0x7f;

function ascii(bytes: Buffer): string {
  if (bytes.some((byte) => byte > ASCII_MAX)) throw new Error('A byte is beyond US-ASCII.');
  return bytes.toString('latin1');
}

interface Charset {
  /** The name that IANA prefers. */
  readonly name: string;
  /** Other names that clients send, in lower case. */
  readonly aliases: readonly string[];
  readonly decode: Decode;
}

const UTF_8: Charset = { name: 'UTF-8', aliases: ['utf8'], decode: strictly('utf-8') };

/** The charsets of a text part. Apache HttpClient declares ISO-8859-1 by default. */
const CHARSETS: readonly Charset[] = [
  UTF_8,
  { name: 'US-ASCII', aliases: ['ascii'], decode: ascii },
  // Decoded by Node, because TextDecoder reads this charset as windows-1252.
  {
    name: 'ISO-8859-1',
    aliases: ['iso8859-1', 'iso_8859-1', 'iso8859_1', 'latin1', 'latin-1', 'l1'],
    decode: (bytes) => bytes.toString('latin1'),
  },
  { name: 'windows-1252', aliases: ['cp1252', 'x-cp1252'], decode: strictly('windows-1252') },
];

/** A name that an error may repeat. The longest name of IANA has 45 characters. */
const CHARSET_NAME = /^[\w.:+-]{1,45}$/;

/** The charset of a text part. Throws `content_type_invalid` if the gateway cannot read it. */
export function charsetOf(partName: string, contentType: string): Charset {
  const { charset } = parse(contentType).parameters;
  if (charset === undefined || charset === '') return UTF_8;
  const asked = charset.trim().toLowerCase();
  const found = CHARSETS.find(({ name, aliases }) => name.toLowerCase() === asked || aliases.includes(asked));
  if (found !== undefined) return found;
  const shown = CHARSET_NAME.test(charset) ? charset : 'of another form';
  const known = CHARSETS.map(({ name }) => name).join(', ');
  throw refusal(
    'content_type_invalid',
    `The part ${partName} declares the charset ${shown}. These are read: ${known}.`,
  );
}

interface TextPart {
  readonly name: string;
  readonly charset: Charset;
  readonly bytesMax: number;
}

/** The text of a part. Throws `request_too_large`, or `body_invalid` if bytes do not fit its charset. */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  { name, charset, bytesMax }: TextPart,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax, 'A text part');
    chunks.push(Buffer.from(chunk));
  }
  try {
    return charset.decode(Buffer.concat(chunks));
  } catch (cause) {
    throw refusal('body_invalid', `The part ${name} is not ${charset.name}.`, { cause });
  }
}
