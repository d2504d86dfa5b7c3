import { refusal } from '../../../kernel/errors.ts';
import { mediaTypeOf, mediaTypeParameter, requirePlain } from '../media-type.ts';
import { type RawPart, splitParts } from './parts.ts';
import { readBody, requireLength } from '../body/request-body.ts';
import { charsetOf, readText } from './text-part.ts';

/** The most parts of one body: far more than an upload has, but few enough for a list in memory. */
const PARTS_MAX = 100;
/** The limit of RFC 2046. */
const BOUNDARY_LENGTH_MAX = 70;

interface FieldPart {
  readonly kind: 'field';
  readonly name: string;
  readonly text: string;
}

interface FilePart<T> {
  readonly kind: 'file';
  readonly name: string;
  readonly filename: string | undefined;
  /** The media type that the client gave, lower-case and without parameters. */
  readonly mimeType: string;
  /** The result of `storeFile`. */
  readonly stored: T;
}

/** A file beyond `filesMax`. It was received but not stored. */
interface SurplusPart {
  readonly kind: 'surplus';
  readonly name: string;
}

export type Part<T> = FieldPart | FilePart<T> | SurplusPart;

/** What is known about a part when the next one begins. A file may not be stored yet. */
type EarlierPart = Pick<Part<unknown>, 'kind' | 'name'>;

export interface MultipartOptions<T> {
  readonly bodyBytesMax: number;
  readonly fieldBytesMax: number;
  readonly filesMax: number;
  /** Whether a part is text, sent as a field or as a file. All other parts are files, even without a filename. */
  isField(name: string, mimeType: string): boolean;
  /** Called when a part begins, before its bytes are read. It may throw to refuse this part and the rest. */
  onPart?(name: string, earlier: readonly EarlierPart[]): void;
  /** Called with each complete field, before the next part is read. It may throw to refuse the rest. */
  onField?(field: FieldPart, earlier: readonly EarlierPart[]): void | Promise<void>;
  /** Stores one file. `bytes` throws if the body fails. Unread bytes are skipped. */
  storeFile(name: string, bytes: AsyncIterable<Uint8Array>, index: number): Promise<T>;
}

/**
 * Reads a multipart/form-data request: every part in order of arrival, duplicates included. Files are stored one after
 * another as they arrive. While the disk takes the last bytes of a file, the next file is already read. Throws
 * `content_type_invalid`, `request_too_large` or `body_invalid`, or the error of an option. When it throws, no
 * `storeFile` is running, so the caller can remove the stored files.
 */
export async function readMultipart<T>(request: Request, options: MultipartOptions<T>): Promise<Part<T>[]> {
  requirePlain(request);
  const boundary = boundaryOf(request.headers);
  const earlier: EarlierPart[] = [];
  const parts: Promise<Part<T>>[] = [];
  try {
    for await (const raw of splitParts(readBody(request, options.bodyBytesMax), boundary)) {
      if (parts.length === PARTS_MAX)
        throw refusal('body_invalid', `The body has more than ${PARTS_MAX} parts.`);
      const before = parts.at(-1);
      const { part, kind, isRead } = beginPart(raw, [...earlier], options);
      parts.push(part);
      earlier.push({ kind, name: raw.name });
      await Promise.all([isRead, before]);
    }
  } catch (error) {
    await Promise.allSettled(parts);
    throw error;
  }
  if (parts.length === 0) throw refusal('body_invalid', 'The body has no parts.');
  return Promise.all(parts);
}

/** Throws if the headers alone show that the request is invalid, before the body is read. */
export function requireMultipart(request: Request, bodyBytesMax: number): void {
  requirePlain(request);
  boundaryOf(request.headers);
  requireLength(request, bodyBytesMax);
}

interface BegunPart<T> {
  readonly kind: Part<T>['kind'];
  readonly part: Promise<Part<T>>;
  /** Resolves when the next part may be read. */
  readonly isRead: Promise<unknown>;
}

function beginPart<T>(
  raw: RawPart,
  earlier: readonly EarlierPart[],
  options: MultipartOptions<T>,
): BegunPart<T> {
  const { name, filename, mimeType, bytes } = raw;
  options.onPart?.(name, earlier);
  if (options.isField(name, mimeType)) {
    const part = readField(raw, earlier, options);
    return { kind: 'field', part, isRead: part };
  }
  const index = earlier.filter(({ kind }) => kind !== 'field').length;
  if (index >= options.filesMax) {
    const part = Promise.resolve({ kind: 'surplus', name } as const);
    return { kind: 'surplus', part, isRead: part };
  }
  const { promise: atEnd, resolve } = Promise.withResolvers<void>();
  const stored = options.storeFile(name, tellingEnd(bytes, resolve), index);
  const part = stored.then((result) => ({ kind: 'file', name, filename, mimeType, stored: result }) as const);
  return { kind: 'file', part, isRead: Promise.race([part, atEnd]) };
}

async function readField<T>(
  { name, contentType, bytes }: RawPart,
  earlier: readonly EarlierPart[],
  { fieldBytesMax: bytesMax, onField }: MultipartOptions<T>,
): Promise<FieldPart> {
  const text = await readText(bytes, { name, charset: charsetOf(name, contentType), bytesMax });
  const field: FieldPart = { kind: 'field', name, text };
  await onField?.(field, earlier);
  return field;
}

async function* tellingEnd(bytes: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  yield* bytes;
  onEnd();
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
