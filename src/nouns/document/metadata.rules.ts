import { z } from 'zod';
import { type Path, type Problem, refusal } from '../../kernel/errors.ts';
import { textField } from '../../kernel/input/fields.ts';
import { whyMalformed } from '../../engine/json/malformed.ts';
import { type ReadJson, readJsonText } from '../../engine/json/reader.ts';
import { JsonText } from '../../engine/json/text.ts';
import { countryOf, type DocumentType, documentTypes, type KycCountryCode } from '../kyc/countries/index.ts';
import { type Reading, tryInput } from '../../pipeline/input/read-input.ts';
import { shownName } from '../../engine/json/shown-name.ts';
import { unknownMember } from '../../pipeline/input/survey-input.ts';

/** The names of file parts. */
export const FILE_PART = /^file[1-9]?$/;

/** The accepted media types, and the extension that each adds to a filename. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const;
type MimeType = keyof typeof EXTENSIONS;
export const MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'application/pdf',
] as const satisfies readonly MimeType[];

const inLowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const FileMetadata = z.strictObject({
  filename: textField().refine((name) => !/[/\\]/.test(name), 'must not contain path separators'),
  // Media types are the same in any case.
  mime_type: z.preprocess(
    inLowerCase,
    z.enum(MIME_TYPES, {
      error: `must be ${MIME_TYPES.join(', ')}: convert HEIC to JPEG and other documents to PDF`,
    }),
  ),
  hash: z.string().regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 as 64 hex digits'),
});
export type FileMetadata = z.output<typeof FileMetadata>;

/** The metadata of an upload in the form of REST: one member of `files` for each file part. */
export const UploadMetadata = z.strictObject({
  // The operation decides which types the country has.
  type: z
    .string()
    .meta({ description: 'A document type of the country of the customer.', enum: documentTypes }),
  files: z.record(z.string().regex(FILE_PART), FileMetadata),
});

/** The valid part of an upload's metadata, and every fault in it. */
interface ReadMetadata {
  /** Undefined if the country does not have the type. */
  readonly type: DocumentType | undefined;
  /** The files with valid metadata. */
  readonly files: ReadonlyMap<string, FileMetadata>;
  /** The names of file parts with metadata, valid or not; null if `files` is not an object. */
  readonly described: readonly string[] | null;
  /** All names in `files`. */
  readonly named: ReadonlySet<string>;
  /** In the order of the checks: the members, unknown file parts, the metadata of the files. */
  readonly problems: readonly Problem[];
}

/** Reads the metadata alone, before any file is read. Throws if the metadata is malformed. */
export function readMetadata(text: string, country: KycCountryCode): ReadMetadata {
  const metadata = parseObject(text);
  const { type, problems } = readMembers(metadata, country);
  const files = isObject(metadata['files']) ? metadata['files'] : {};
  const names = Object.keys(files);
  const described = names.filter((name) => FILE_PART.test(name));
  const readings = described.map((name) => ({ name, reading: tryInput(FileMetadata, files[name]) }));
  return {
    type,
    files: new Map(
      readings.flatMap(({ name, reading }) => ('input' in reading ? [[name, reading.input]] : [])),
    ),
    described: isObject(metadata['files']) ? described : null,
    named: new Set(names),
    problems: [
      ...problems,
      ...names.filter((name) => !FILE_PART.test(name)).map(unknownPart),
      ...readings.flatMap(({ name, reading }) => problemsOfFile(name, reading, files[name])),
    ],
  };
}

/** Checks the members of the metadata: no unknown members, a type of the country, and an object `files`. */
function readMembers(metadata: Readonly<Record<string, unknown>>, country: KycCountryCode) {
  const types = countryOf(country).documentTypes;
  const type = types.find((rule) => rule.type === metadata['type'])?.type;
  const invalid = (path: Path, says: string): Problem => ({ code: 'metadata_invalid', path, says });
  const isMissing = (name: string) => (metadata[name] ?? null) === null;
  const problems: Problem[] = Object.keys(metadata)
    .filter((name) => name !== 'type' && name !== 'files')
    .map((name) => ({ ...unknownMember([], name, ['type', 'files']), code: 'metadata_invalid' }));
  if (type === undefined) {
    const known = types.map((rule) => rule.type).join(', ');
    problems.push(invalid(['type'], isMissing('type') ? 'is required' : `must be one of ${known}`));
  }
  if (!isObject(metadata['files']))
    problems.push(invalid(['files'], isMissing('files') ? 'is required' : 'must be an object'));
  return { type, problems };
}

const unknownPart = (name: string): Problem => ({
  code: 'file_metadata_unknown',
  path: ['files', shownName(name)],
  says: 'is not the name of a file part: they are file and file1 to file9',
});

/** The problems in the metadata of one file, with their members. */
const problemsOfFile = (name: string, reading: Reading<FileMetadata>, raw: unknown): Problem[] =>
  'problems' in reading
    ? reading.problems.map((problem) => ({
        ...problem,
        code: 'file_metadata_invalid',
        path: ['files', name, ...problem.path],
        ...(problem.path[0] === 'mime_type' && isObject(raw) && meantType(raw['mime_type'])),
      }))
    : [];

/** Names that programs send instead of an accepted media type. */
const MEANT_TYPES: ReadonlyMap<unknown, MimeType> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/jpe', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/jfif', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['application/x-pdf', 'application/pdf'],
]);

/** The media type that was probably meant by a wrong one. */
function meantType(sent: unknown): Pick<Problem, 'suggestion'> {
  const suggestion = MEANT_TYPES.get(inLowerCase(sent));
  return suggestion === undefined ? {} : { suggestion };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);

const malformed = (why = '') =>
  refusal('body_invalid', `The metadata part is not a well-formed JSON object${why}.`);

function parseObject(text: string): Record<string, unknown> {
  const { value, flaws } = readText(text);
  // If a text has characters that no database can store, its field reports that later.
  if (isObject(value) && flaws.every(({ kind }) => kind === 'text')) return value;
  throw malformed();
}

function readText(text: string): ReadJson {
  try {
    return readJsonText(text);
  } catch (error) {
    throw malformed(`: ${whyMalformed(text, error)}`);
  }
}
