import { refusal } from '../../kernel/errors.ts';
import { mediaTypeOf, mediaTypeParameter, requirePlain } from '../media-type.ts';
import { type RawPart, splitParts } from './parts.ts';
import { readBody, requireLength, tooLarge } from '../request-body.ts';

/** Parts in one body: far more than an upload has, few enough to keep a list of them. */
const PARTS_MAX = 100;
/** The limit of RFC 2046. */
const BOUNDARY_LENGTH_MAX = 70;

export interface FieldPart {
  readonly kind: 'field';
  readonly name: string;
  readonly text: string;
}

export interface FilePart<T> {
  readonly kind: 'file';
  readonly name: string;
  readonly filename: string | undefined;
  /** The media type that the client gave, lower-case and without parameters. */
  readonly mimeType: string;
  /** The result of `storeFile`. */
  readonly stored: T;
}

/** A file beyond `filesMax`, which was received but not stored. */
export interface SurplusPart {
  readonly kind: 'surplus';
  readonly name: string;
}

export type Part<T> = FieldPart | FilePart<T> | SurplusPart;

export interface MultipartOptions<T> {
  readonly bodyBytesMax: number;
  readonly fieldBytesMax: number;
  readonly filesMax: number;
  /** Whether a part is text, sent as a field or as a file. All other parts are files, even without a filename. */
  isField(name: string, mimeType: string): boolean;
  /** Called when a part begins, before its bytes are read; may throw to refuse it and the rest. */
  onPart?(name: string, earlier: readonly Part<T>[]): void;
  /** Called with each complete field, before the next part is read; may throw to refuse the rest. */
  onField?(field: FieldPart, earlier: readonly Part<T>[]): void | Promise<void>;
  /** Stores one file. `bytes` throws when the body fails; bytes that are left unread are skipped. */
  storeFile(name: string, bytes: AsyncIterable<Uint8Array>, index: number): Promise<T>;
}

/**
 * Reads a multipart/form-data request: every part in order of arrival, duplicates included. Files are stored one after
 * another as they arrive. Throws `content_type_invalid`, `request_too_large` or `body_invalid`, or the error of an
 * option. When it throws, no `storeFile` is running, so that the caller can remove what was stored.
 */
export async function readMultipart<T>(request: Request, options: MultipartOptions<T>): Promise<Part<T>[]> {
  requirePlain(request);
  const boundary = boundaryOf(request.headers);
  const parts: Part<T>[] = [];
  for await (const raw of splitParts(readBody(request, options.bodyBytesMax), boundary)) {
    if (parts.length === PARTS_MAX)
      throw refusal('body_invalid', `The body has more than ${PARTS_MAX} parts.`);
    parts.push(await readPart(raw, parts, options));
  }
  if (parts.length === 0) throw refusal('body_invalid', 'The body has no parts.');
  return parts;
}

/** Throws for what the headers alone show to be invalid, before the body is read. */
export function requireMultipart(request: Request, bodyBytesMax: number): void {
  requirePlain(request);
  boundaryOf(request.headers);
  requireLength(request, bodyBytesMax);
}

async function readPart<T>(
  { name, filename, mimeType, bytes }: RawPart,
  earlier: readonly Part<T>[],
  options: MultipartOptions<T>,
): Promise<Part<T>> {
  options.onPart?.(name, earlier);
  if (options.isField(name, mimeType)) {
    const field: FieldPart = { kind: 'field', name, text: await readText(bytes, options.fieldBytesMax) };
    await options.onField?.(field, earlier);
    return field;
  }
  const index = earlier.filter((part) => part.kind !== 'field').length;
  if (index >= options.filesMax) return { kind: 'surplus', name };
  return { kind: 'file', name, filename, mimeType, stored: await options.storeFile(name, bytes, index) };
}

async function readText(bytes: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax, 'A text part');
    chunks.push(chunk);
  }
  try {
    // A byte-order mark is kept, so that the parser of the text rejects it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw refusal('body_invalid', 'A text part is not UTF-8.', { cause });
  }
}

function boundaryOf(headers: Headers): string {
  if (mediaTypeOf(headers) !== 'multipart/form-data') {
    throw refusal('content_type_invalid', 'The Content-Type of the body must be multipart/form-data.');
  }
  const boundary = mediaTypeParameter(headers, 'boundary') ?? '';
  if (boundary === '' || boundary.length > BOUNDARY_LENGTH_MAX) {
    throw refusal('body_invalid', 'The Content-Type must have a boundary of 1 to 70 characters.');
  }
  return boundary;
}
