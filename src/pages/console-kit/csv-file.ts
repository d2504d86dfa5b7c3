import { decodeText } from '../../engine/file-type/decode-text.ts';
import { ApiError } from './api.ts';

/** A CSV file as it is sent. */
export interface CsvFile {
  /** Null for a pasted text. */
  readonly name: string | null;
  readonly text: string;
  /** The SHA-256 of the bytes: the same file twice is one request. */
  readonly key: string;
}

/** The gateway refuses a longer text. Counted in UTF-8. */
const TEXT_BYTES_MAX = 2 * 1024 * 1024;
/** The text of a file with more bytes is longer, even if it is written in UTF-16 with a mark. */
const FILE_BYTES_MAX = 2 * TEXT_BYTES_MAX + 2;

const refused = (message: string) => new ApiError(message, 'parameter_invalid');
const tooLong = () => refused('The file must have at most 2 MiB.');

/** Reads a file that a person chose. Throws ApiError if it is no text, or too large in any case. */
export async function readCsvFile(file: File): Promise<CsvFile> {
  if (file.size > FILE_BYTES_MAX) throw tooLong();
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) throw refused('The file cannot be read. Choose it again.');
  const text = decodeText(new Uint8Array(bytes));
  if (text === null)
    throw refused(
      'The file must be UTF-8, or UTF-16 with a byte-order mark. In Excel, save it as “CSV UTF-8”.',
    );
  return csvOf(file.name, text, bytes);
}

/** A text that a person pasted. */
export const csvOfText = (text: string): Promise<CsvFile> =>
  csvOf(null, text, new TextEncoder().encode(text).buffer);

async function csvOf(name: string | null, text: string, bytes: ArrayBuffer): Promise<CsvFile> {
  if (new Blob([text]).size > TEXT_BYTES_MAX) throw tooLong();
  return { name, text, key: await digestOf(bytes) };
}

const digestOf = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
