import { z } from 'zod';
import { looksLike } from '../blob/content-type.ts';
import type { StagedFile } from '../blob/staging.ts';
import { textField } from '../kernel/fields.ts';
import { type ErrorCode, type Path, refusal } from '../kernel/errors.ts';
import { countryOf, type DocumentType, type KycCountryCode } from '../kyc/countries/index.ts';

const FILE_PART = /^file[1-9]?$/;
/** Files of one document type: `file` and `file1` to `file9`. */
export const UPLOAD_FILES_MAX = 10;

/** The media types that are stored, and the extension that each appends to a filename. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;
export type MimeType = keyof typeof EXTENSIONS;
export const MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'application/pdf',
] as const satisfies readonly MimeType[];

const FileMetadata = z.strictObject({
  filename: textField().refine((name) => !/[/\\]/.test(name), 'must not contain path separators'),
  mime_type: z.enum(MIME_TYPES),
  hash: z.string().regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 as 64 hex digits'),
});
type FileMetadata = z.output<typeof FileMetadata>;

/** What an upload says of its files, in the form of REST: one member of `files` for each file part. */
export const UploadMetadata = z.strictObject({
  type: z.string().meta({ description: 'A document type of the country of the customer.' }),
  files: z.record(z.string().regex(FILE_PART), FileMetadata),
});

/** A file part whose bytes are stored already, or null where it is one more than there may be. */
export interface StoredPart {
  readonly name: string;
  readonly file: StagedFile | null;
}

/** An upload as it arrived on either face: every metadata part as text, every file part in order. */
export interface Upload {
  readonly metadata: readonly string[];
  readonly parts: readonly StoredPart[];
}

export interface AcceptedFile extends FileMetadata {
  readonly file: StagedFile;
  readonly warnings: readonly DocumentWarning[];
}

export const DOCUMENT_WARNINGS = ['content_type_mismatch'] as const;
export type DocumentWarning = (typeof DOCUMENT_WARNINGS)[number];

export interface AcceptedUpload {
  readonly type: DocumentType;
  /** In the order of their part names. */
  readonly files: readonly AcceptedFile[];
}

interface JudgedMetadata {
  readonly type: DocumentType;
  readonly files: ReadonlyMap<string, FileMetadata>;
}

/**
 * Judges the metadata alone, which can be done before any file is read. In order: malformed, invalid, unknown file
 * metadata, invalid file metadata.
 */
export function judgeMetadata(text: string, country: KycCountryCode): JudgedMetadata {
  const metadata = parseObject(text);
  if (metadata === null) throw refusal('body_invalid', 'The metadata part is not a well-formed JSON object.');
  const extra = Object.keys(metadata).find((name) => name !== 'type' && name !== 'files');
  if (extra !== undefined) throw uploadRefusal('metadata_invalid', ['metadata'], 'has an unknown member');
  const type = countryOf(country).documentTypes.find((rule) => rule.type === metadata['type'])?.type;
  if (type === undefined)
    throw uploadRefusal('metadata_invalid', ['type'], 'must be a document type of the customer’s country');
  const files = metadata['files'];
  if (!isObject(files)) throw uploadRefusal('metadata_invalid', ['files'], 'must be an object');
  const names = Object.keys(files);
  if (!names.every((name) => FILE_PART.test(name))) {
    throw uploadRefusal('file_metadata_unknown', ['files'], 'has a key that is not file or file1 to file9');
  }
  return { type, files: new Map(names.map((name) => [name, judgeFileMetadata(name, files[name])])) };
}

function judgeFileMetadata(name: string, value: unknown): FileMetadata {
  const result = FileMetadata.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const member = issue?.path[0];
  const path = typeof member === 'string' ? ['files', name, member] : ['files', name];
  const says =
    issue?.code === 'custom' || issue?.code === 'invalid_format'
      ? issue.message
      : 'is invalid, incomplete or has an unknown member';
  throw uploadRefusal('file_metadata_invalid', path, says);
}

/** Judges a whole upload in the order of the contract. The first fault refuses all of it. */
export function judgeUpload(
  upload: Upload,
  country: KycCountryCode,
  contentCheck: 'warn' | 'enforce',
): AcceptedUpload {
  const [text, ...more] = upload.metadata;
  if (more.length > 0) throw duplicateMetadata();
  if (text === undefined) throw refusal('body_invalid', 'There is no metadata part.');
  const metadata = judgeMetadata(text, country);
  for (const part of upload.parts) judgeContent(part, metadata.files.get(part.name), contentCheck);

  const byName = new Map<string, StoredPart>();
  const known = new Set<StagedFile>();
  for (const part of upload.parts) {
    const { name, file } = part;
    if (byName.has(name)) throw uploadRefusal('file_duplicate', [name], 'is the name of more than one part');
    if (file !== null && known.has(file))
      throw uploadRefusal('file_duplicate', [name], 'is the same part as another');
    byName.set(name, part);
    if (file !== null) known.add(file);
  }
  if (metadata.files.size === 0 && byName.size === 0) throw refusal('file_missing', 'There is no file part.');
  for (const name of metadata.files.keys()) {
    if (!byName.has(name))
      throw uploadRefusal('file_missing', [name], 'is described by the metadata, but there is no such part');
  }
  for (const name of byName.keys()) {
    if (!metadata.files.has(name)) throw undescribedPart(name);
  }
  const files = [...byName.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((part) => judgeFile(part, metadata.files));
  return { type: metadata.type, files };
}

/** What makes the metadata of a file wrong although it is well-formed: no bytes, or bytes of another type. */
function judgeContent(
  { name, file }: StoredPart,
  described: FileMetadata | undefined,
  contentCheck: 'warn' | 'enforce',
): void {
  if (described === undefined || file === null) return;
  const { size, head } = file.digest;
  if (size === 0) throw uploadRefusal('file_metadata_invalid', [name], 'is empty');
  if (contentCheck === 'enforce' && !looksLike(described.mime_type, head)) {
    const says = 'has content of another type than its mime_type says';
    throw uploadRefusal('file_metadata_invalid', [name], says);
  }
}

function judgeFile({ name, file }: StoredPart, metadata: ReadonlyMap<string, FileMetadata>): AcceptedFile {
  const described = metadata.get(name);
  if (described === undefined || file === null) throw undescribedPart(name);
  const { head, sha256 } = file.digest;
  const matches = looksLike(described.mime_type, head);
  if (described.hash.toLowerCase() !== sha256) {
    throw uploadRefusal('file_signature_invalid', [name], 'has another SHA-256 than its metadata says');
  }
  return { ...described, file, warnings: matches ? [] : ['content_type_mismatch'] };
}

export const duplicateMetadata = () => refusal('metadata_duplicate', 'More than one part is named metadata.');

/** A part that is no file of the upload: another name, an eleventh file, or one that the metadata leaves out. */
function undescribedPart(name: string) {
  const path = FILE_PART.test(name) ? [name] : [];
  return path.length === 0
    ? refusal(
        'file_metadata_missing',
        'A part has no matching file metadata: parts are named metadata, file and file1 to file9.',
      )
    : uploadRefusal('file_metadata_missing', path, 'has no matching file metadata');
}

const uploadRefusal = (code: ErrorCode, path: Path, says: string) => refusal(code, says, { path });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
