import { z } from 'zod';
import { looksLike } from '../../blob/content-type.ts';
import type { StagedFile } from '../../blob/staging.ts';
import { textField } from '../../kernel/input/fields.ts';
import {
  type ErrorCode,
  OperationError,
  type Path,
  type Problem,
  PROBLEMS_MAX,
  refusal,
} from '../../kernel/errors.ts';
import { readJsonText } from '../../kernel/json/reader.ts';
import { JsonText } from '../../kernel/json/text.ts';
import {
  countryOf,
  type DocumentType,
  documentTypes,
  type KycCountryCode,
} from '../../kyc/countries/index.ts';
import { type Reading, tryInput } from '../../pipeline/input/read-input.ts';
import { shownName, unknownMember } from '../../pipeline/input/survey-input.ts';

const FILE_PART = /^file[1-9]?$/;
/** Files of one document type: `file` and `file1` to `file9`. */
export const UPLOAD_FILES_MAX = 10;

/** The accepted media types, and the extension that each adds to a filename. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;
type MimeType = keyof typeof EXTENSIONS;
export const MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'application/pdf',
] as const satisfies readonly MimeType[];

const FileMetadata = z.strictObject({
  filename: textField().refine((name) => !/[/\\]/.test(name), 'must not contain path separators'),
  mime_type: z.enum(MIME_TYPES, {
    error: `must be ${MIME_TYPES.join(', ')}: convert HEIC to JPEG and other documents to PDF`,
  }),
  hash: z.string().regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 as 64 hex digits'),
});
type FileMetadata = z.output<typeof FileMetadata>;

/** The metadata of an upload in the form of REST: one member of `files` for each file part. */
export const UploadMetadata = z.strictObject({
  // Which types a country has, the operation decides.
  type: z
    .string()
    .meta({ description: 'A document type of the country of the customer.', enum: documentTypes }),
  files: z.record(z.string().regex(FILE_PART), FileMetadata),
});

/** A file part whose bytes are stored already; null for a part beyond the limit. */
interface StoredPart {
  readonly name: string;
  readonly file: StagedFile | null;
}

/** An upload from REST or GraphQL: every metadata part as text, every file part in order. */
export interface Upload {
  readonly metadata: readonly string[];
  readonly parts: readonly StoredPart[];
}

export interface AcceptedFile extends FileMetadata {
  readonly file: StagedFile;
  readonly warnings: readonly DocumentWarning[];
}

export const DOCUMENT_WARNINGS = ['content_type_mismatch'] as const;
type DocumentWarning = (typeof DOCUMENT_WARNINGS)[number];
export const DOCUMENT_WARNING_MEANINGS: Readonly<Record<DocumentWarning, string>> = {
  content_type_mismatch: 'The bytes are not what the media type says.',
};

interface AcceptedUpload {
  readonly type: DocumentType;
  /** In the order of the part names. */
  readonly files: readonly AcceptedFile[];
}

interface ValidatedMetadata {
  readonly type: DocumentType;
  readonly files: ReadonlyMap<string, FileMetadata>;
}

/**
 * Validates the metadata alone, before any file is read. Throws the first of: malformed metadata, invalid metadata,
 * unknown file metadata, invalid file metadata.
 */
export function validateMetadata(text: string, country: KycCountryCode): ValidatedMetadata {
  const metadata = parseObject(text);
  if (metadata === null) throw refusal('body_invalid', 'The metadata part is not a well-formed JSON object.');
  const { type, files } = validateMembers(metadata, country);
  const names = Object.keys(files);
  refuseAny(
    names
      .filter((name) => !FILE_PART.test(name))
      .map((name) => ({
        code: 'file_metadata_unknown',
        path: ['files', shownName(name)],
        says: 'is not the name of a file part: they are file and file1 to file9',
      })),
  );
  const readings = names.map((name) => ({ name, reading: tryInput(FileMetadata, files[name]) }));
  refuseAny(readings.flatMap(({ name, reading }) => problemsOfFile(name, reading)));
  const described = readings.flatMap(({ name, reading }) =>
    'input' in reading ? [[name, reading.input] as const] : [],
  );
  return { type, files: new Map(described) };
}

/** Checks the members of the metadata: no unknown one, a type of the country, and an object of files. */
function validateMembers(metadata: Readonly<Record<string, unknown>>, country: KycCountryCode) {
  const types = countryOf(country).documentTypes;
  const type = types.find((rule) => rule.type === metadata['type'])?.type;
  const { files } = metadata;
  const invalid = (path: Path, says: string): Problem => ({ code: 'metadata_invalid', path, says });
  const missing = (name: string) => (metadata[name] ?? null) === null;
  const problems = [
    ...Object.keys(metadata)
      .filter((name) => name !== 'type' && name !== 'files')
      .map((name) => ({ ...unknownMember([], name, ['type', 'files']), code: 'metadata_invalid' as const })),
    ...(type === undefined
      ? [
          missing('type')
            ? invalid(['type'], 'is required')
            : invalid(['type'], `must be one of ${types.map((rule) => rule.type).join(', ')}`),
        ]
      : []),
    ...(isObject(files) ? [] : [invalid(['files'], missing('files') ? 'is required' : 'must be an object')]),
  ];
  refuseAny(problems);
  if (type === undefined || !isObject(files)) throw new Error('Metadata is wrong without a problem.');
  return { type, files };
}

/** The problems in the metadata of one file, by member. */
const problemsOfFile = (name: string, reading: Reading<FileMetadata>): Problem[] =>
  'problems' in reading
    ? reading.problems.map((problem) => ({
        ...problem,
        code: 'file_metadata_invalid',
        path: ['files', name, ...problem.path],
      }))
    : [];

function refuseAny(problems: readonly Problem[]): void {
  const [first, ...rest] = problems.slice(0, PROBLEMS_MAX);
  if (first !== undefined) throw new OperationError([first, ...rest]);
}

/** Validates a whole upload in the order of the contract, and throws the first fault. */
export function validateUpload(
  upload: Upload,
  country: KycCountryCode,
  contentCheck: 'warn' | 'enforce',
): AcceptedUpload {
  const [text, ...more] = upload.metadata;
  if (more.length > 0) throw duplicateMetadata();
  if (text === undefined) throw refusal('body_invalid', 'There is no metadata part.');
  const metadata = validateMetadata(text, country);
  for (const part of upload.parts) validateContent(part, metadata.files.get(part.name), contentCheck);

  const byName = new Map<string, StoredPart>();
  const known = new Set<StagedFile>();
  for (const part of upload.parts) {
    const { name, file } = part;
    if (byName.has(name))
      throw uploadRefusal('file_duplicate', [shownName(name)], 'is the name of more than one part');
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
    .map((part) => validateFile(part, metadata.files));
  return { type: metadata.type, files };
}

/** Problems of well-formed metadata with its file: no bytes, or bytes of another type. */
function validateContent(
  { name, file }: StoredPart,
  described: FileMetadata | undefined,
  contentCheck: 'warn' | 'enforce',
): void {
  if (described === undefined || file === null) return;
  const { size, head } = file.digest;
  if (size === 0) throw uploadRefusal('file_metadata_invalid', [name], 'is empty');
  if (contentCheck === 'enforce' && !looksLike(described.mime_type, head)) {
    const says = 'has content of another type than its metadata says';
    throw uploadRefusal('file_metadata_invalid', [name], says);
  }
}

function validateFile({ name, file }: StoredPart, metadata: ReadonlyMap<string, FileMetadata>): AcceptedFile {
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

/** The error for a part that is no file of the upload: a wrong name, an eleventh file, or one without metadata. */
function undescribedPart(name: string) {
  const says = 'has no matching file metadata';
  return FILE_PART.test(name)
    ? uploadRefusal('file_metadata_missing', [name], says)
    : refusal(
        'file_metadata_missing',
        `${shownName(name)} ${says}: parts are named metadata, file and file1 to file9.`,
      );
}

const uploadRefusal = (code: ErrorCode, path: Path, says: string) => refusal(code, says, { path });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const { value, flaws } = readJsonText(text);
    // A text with characters that no database stores is reported with its field later.
    return isObject(value) && flaws.every(({ kind }) => kind === 'text') ? value : null;
  } catch {
    return null;
  }
}
