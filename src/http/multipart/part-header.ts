import { parse } from 'content-disposition';
import { refusal } from '../../kernel/errors.ts';

/** What a part says of itself. */
export interface PartHeader {
  readonly name: string;
  readonly filename: string | undefined;
  /** Lower-case, without parameters; `text/plain` when the part does not say. */
  readonly mimeType: string;
}

/**
 * Reads what stands between the delimiter of a part and its blank line: the rest of the delimiter's own line, which
 * is empty, and the header lines. A part whose header is malformed, or that has no name, is refused.
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
  const [mimeType = ''] = (header.get('content-type') ?? '').split(';');
  return { name, filename, mimeType: mimeType.trim().toLowerCase() || 'text/plain' };
}

function malformed() {
  return refusal('body_invalid', 'The header of a part is malformed.');
}
