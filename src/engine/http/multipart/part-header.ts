import { parse } from 'content-disposition';
import { refusal } from '../../../kernel/errors.ts';
import { shownName } from '../../json/shown-name.ts';

/** The header of a part. */
export interface PartHeader {
  readonly name: string;
  readonly filename: string | undefined;
  /** Lower-case and without parameters; `text/plain` if the header is missing. */
  readonly mimeType: string;
  /** The whole Content-Type, empty if the header is missing. */
  readonly contentType: string;
}

/** The encodings that leave the bytes as they are. */
const PLAIN_ENCODINGS: readonly string[] = ['', 'binary', '8bit', '7bit'];

/**
 * Parses the text between a delimiter and the blank line: the empty rest of the delimiter line, and the header lines.
 * Throws if a line is malformed or the part has no name.
 */
export function readPartHeader(text: string): PartHeader {
  const [padding = '', ...lines] = text.split('\r\n');
  if (padding.trim() !== '') throw malformed();
  const header = new Map<string, string>();
  for (const line of lines) {
    const { name = '', value = '' } = /^(?<name>[\w-]+):(?<value>[^\r\n\0]*)$/.exec(line)?.groups ?? {};
    const key = name.toLowerCase();
    if (key === '' || header.has(key)) throw malformed();
    header.set(key, value.trim());
  }

  const { type, parameters } = parse(header.get('content-disposition') ?? '', { multipart: true });
  const { name, filename } = parameters;
  if (type !== 'form-data' || name === undefined) {
    throw refusal('body_invalid', 'Every part of the body must have a Content-Disposition with a name.');
  }
  requirePlainBytes(name, header.get('content-transfer-encoding') ?? '');
  const contentType = header.get('content-type') ?? '';
  const [mimeType = ''] = contentType.split(';');
  return { name, filename, mimeType: mimeType.trim().toLowerCase() || 'text/plain', contentType };
}

/** Refuses base64, which HTTP does not need. It would be stored undecoded in place of the file. */
function requirePlainBytes(name: string, encoding: string): void {
  if (PLAIN_ENCODINGS.includes(encoding.toLowerCase())) return;
  throw refusal(
    'body_invalid',
    `The part ${shownName(name)} has a Content-Transfer-Encoding such as base64. Send its bytes as they are, without that header.`,
  );
}

function malformed() {
  return refusal('body_invalid', 'The header of a part is malformed.');
}
