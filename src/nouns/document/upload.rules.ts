import type { StagedFile } from '../../engine/blob/encrypted/staging.ts';
import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import { OperationError, type Path, type Problem, PROBLEMS_MAX, refusal } from '../../kernel/errors.ts';
import { fileTypeOf } from '../../engine/file-type/file-type.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import type { DocumentType, KycCountryCode } from '../kyc/countries/index.ts';
import { shownName } from '../../engine/json/shown-name.ts';
import type { DocumentWarning } from './document-warning.rules.ts';
import { FILE_PART, type FileMetadata, readMetadata } from './metadata.rules.ts';

/** Files of one document type: `file` and `file1` to `file9`. */
export const UPLOAD_FILES_MAX = 10;

/** A file part whose bytes are stored already; null if the part is beyond the limit. */
interface StoredPart {
  readonly name: string;
  readonly file: StagedFile | null;
}

/** An upload from REST or GraphQL: every metadata part as text, and every file part in order. */
export interface Upload {
  readonly metadata: readonly string[];
  readonly parts: readonly StoredPart[];
}

export interface AcceptedFile extends FileMetadata {
  readonly file: StagedFile;
  readonly warnings: readonly DocumentWarning[];
}

interface AcceptedUpload {
  readonly type: DocumentType;
  /** In the order of the part names. */
  readonly files: readonly AcceptedFile[];
}

type ContentCheck = 'warn' | 'enforce';

/** Validates the metadata alone, before any file is read. Throws all of its faults, in the order of the contract. */
export function validateMetadata(text: string, country: KycCountryCode): void {
  refuseAny(readMetadata(text, country).problems);
}

/** Validates a whole upload. Throws all of its faults, in the order of the contract. */
export function validateUpload(
  { metadata: texts, parts }: Upload,
  country: KycCountryCode,
  contentCheck: ContentCheck,
): AcceptedUpload {
  const [text, ...more] = texts;
  if (more.length > 0) throw duplicateMetadata();
  if (text === undefined) throw noMetadata(parts);
  const { type, files, described, named, problems } = readMetadata(text, country);
  refuseAny([
    ...problems,
    ...contentProblems(parts, { named, files, contentCheck }),
    ...duplicates(parts),
    ...(described === null ? [] : [...missingParts(parts, described), ...undescribedParts(parts, named)]),
    ...signatureProblems(parts, files),
  ]);
  if (type === undefined) throw new Error('Metadata is wrong without a problem.');
  const accepted = parts.flatMap(({ name, file }): readonly (AcceptedFile & { name: string })[] => {
    const metadata = files.get(name);
    if (metadata === undefined || file === null) return [];
    return [{ ...metadata, file, name, warnings: warningsOf(file, metadata) }];
  });
  return { type, files: accepted.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

function refuseAny(problems: readonly Problem[]): void {
  const [first, ...rest] = problems.slice(0, PROBLEMS_MAX);
  if (first !== undefined) throw new OperationError([first, ...rest]);
}

const isMismatch = ({ digest }: StagedFile, { mime_type }: FileMetadata): boolean =>
  fileTypeOf(digest) !== mime_type;

const warningsOf = (file: StagedFile, metadata: FileMetadata): readonly DocumentWarning[] => [
  ...(isMismatch(file, metadata) ? (['content_type_mismatch'] as const) : []),
  ...file.findings,
];

interface Described {
  readonly named: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileMetadata>;
  readonly contentCheck: ContentCheck;
}

/** Problems of described files: bytes that are missing, or of another type if that is an error. */
function contentProblems(parts: readonly StoredPart[], { named, files, contentCheck }: Described): Problem[] {
  return parts.flatMap(({ name, file }) => {
    if (file === null || !named.has(name)) return [];
    if (file.digest.size === 0) return [problem('file_metadata_invalid', [name], 'is empty')];
    const metadata = files.get(name);
    if (contentCheck === 'warn' || metadata === undefined || !isMismatch(file, metadata)) return [];
    return [problem('file_metadata_invalid', [name], 'has content of another type than its metadata says')];
  });
}

/** Parts with the name of an earlier part. On GraphQL also parts that are used again. */
function duplicates(parts: readonly StoredPart[]): Problem[] {
  const names = new Set<string>();
  const files = new Set<StagedFile>();
  const found = parts.flatMap(({ name, file }) => {
    const isTaken = file !== null && files.has(file);
    if (file !== null) files.add(file);
    if (names.has(name))
      return [problem('file_duplicate', [shownName(name)], 'is the name of more than one part')];
    names.add(name);
    return isTaken ? [problem('file_duplicate', [name], 'is the same part as another')] : [];
  });
  return [...new Map(found.map((each) => [each.path.join('.'), each])).values()];
}

function missingParts(parts: readonly StoredPart[], described: readonly string[]): Problem[] {
  if (described.length === 0 && parts.length === 0)
    return [problem('file_missing', [], 'There is no file part.')];
  const names = new Set(parts.map(({ name }) => name));
  return described
    .filter((name) => !names.has(name))
    .map((name) =>
      problem('file_missing', [name], 'is described by the metadata, but there is no such part'),
    );
}

/** Parts that are not a file of the upload: wrong names, no metadata, or an eleventh file. */
function undescribedParts(parts: readonly StoredPart[], named: ReadonlySet<string>): Problem[] {
  const undescribed = parts.filter(({ name, file }) => file === null || !named.has(name));
  return [...new Set(undescribed.map(({ name }) => name))].map(undescribedPart);
}

function undescribedPart(name: string): Problem {
  const says = 'has no matching file metadata';
  if (FILE_PART.test(name)) return problem('file_metadata_missing', [name], says);
  // Form encoders add brackets to a name: `files[]`, `file[0]`.
  const [, stem = ''] = /^(\w+)\W/.exec(name) ?? [];
  const near = nearestName(stem, ['metadata', 'file']);
  const meant = near === null ? '' : ` Did you mean ${near}?`;
  const names = 'parts are named metadata, file and file1 to file9';
  return problem('file_metadata_missing', [], `${shownName(name)} ${says}: ${names}.${meant}`);
}

/** Problems of described parts whose bytes differ from their metadata. */
function signatureProblems(
  parts: readonly StoredPart[],
  files: ReadonlyMap<string, FileMetadata>,
): Problem[] {
  return [...files].flatMap(([name, { hash }]) => {
    const file = parts.find((part) => part.name === name)?.file ?? null;
    if (file === null || file.digest.size === 0 || file.digest.sha256 === hash.toLowerCase()) return [];
    return [problem('file_signature_invalid', [name], 'has another SHA-256 than its metadata says')];
  });
}

export const duplicateMetadata = () => refusal('metadata_duplicate', 'More than one part is named metadata.');

/** Names that form encoders make for the members of an object `metadata`. */
const NEAR_METADATA = /^metadata(?:\W|$)/i;

function noMetadata(parts: readonly StoredPart[]): OperationError {
  const near = parts.find(({ name }) => NEAR_METADATA.test(name))?.name;
  const meant =
    near === undefined
      ? ''
      : ` There is one named ${shownName(near)}: send one part named metadata, with the whole JSON object.`;
  return refusal('body_invalid', `There is no metadata part.${meant}`);
}

const problem = (code: ErrorCode, path: Path, says: string): Problem => ({ code, path, says });
