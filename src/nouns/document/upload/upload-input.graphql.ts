import type { StagedFile } from '../../../engine/blob/encrypted/staging.ts';
import { UPLOAD_BYTES_MAX } from '../../../engine/http/multipart/upload-limits.ts';
import { OperationError, type Path, type Problem, refusal } from '../../../kernel/errors.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { DocumentTypeEnum } from '../../kyc/kyc.graphql.ts';
import type { DocumentType } from '../../kyc/countries/index.ts';
import { isObject } from '../metadata.rules.ts';
import { type Upload, UPLOAD_FILES_MAX } from '../upload.rules.ts';

/** The input of an upload. */
export function defineUploadInput(builder: Builder) {
  const file = builder.inputType('UploadFileInput', {
    description: 'A file and its description.',
    fields: (t) => ({
      file: t.field({
        type: 'File',
        required: true,
        description: `A part of the multipart request, which has at most ${UPLOAD_BYTES_MAX / 2 ** 20} MiB in all.`,
      }),
      filename: t.string({ required: true, description: 'Without extension.' }),
      mimeType: t.string({ required: true, description: 'image/jpeg, image/png or application/pdf.' }),
      hash: t.string({ required: true, description: 'SHA-256 of the content as 64 hex digits.' }),
    }),
  });
  return builder.inputType('UploadDocumentsInput', {
    description: 'The files of a document type; they replace the present ones.',
    fields: (t) => ({
      type: t.field({
        type: DocumentTypeEnum,
        required: true,
        description: 'A document type of the country of the customer.',
      }),
      files: t.field({ type: [file], required: true, description: `1 to ${UPLOAD_FILES_MAX} files.` }),
    }),
  });
}

interface UploadDocumentsInput {
  readonly type: DocumentType;
  readonly files: readonly {
    readonly file: StagedFile;
    readonly filename: string;
    readonly mimeType: string;
    readonly hash: string;
  }[];
}

/** The GraphQL list of files in the form of REST, whose parts are `file`, `file1`, `file2` and so on. */
function uploadOfInput({ type, files }: UploadDocumentsInput): Upload {
  const described = files.map(({ filename, mimeType: mime_type, hash }, position) => [
    partName(position),
    { filename, mime_type, hash },
  ]);
  return {
    metadata: [JSON.stringify({ type, files: Object.fromEntries(described) })],
    parts: files.map(({ file }, position) => ({ name: partName(position), file })),
  };
}

/** Files that have become documents. */
const taken = new WeakSet<StagedFile>();

/**
 * Runs the upload of an input. Throws `file_duplicate` if an earlier field of the request has taken one of its files,
 * because one part can be only one document.
 */
export async function uploadOnce<Result>(
  input: UploadDocumentsInput,
  run: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const again = input.files.findIndex(({ file }) => taken.has(file));
  if (again !== -1) {
    const path = ['files', again];
    throw refusal('file_duplicate', 'is the same part as one of an earlier field', { path });
  }
  const result = await withListPositions(() => run(uploadOfInput(input)));
  for (const { file } of input.files) taken.add(file);
  return result;
}

/** The metadata of an input that does not fit the schema; null if the input has no list of files. */
export function metadataOfUnfit(input: unknown): string | null {
  if (!isObject(input) || !Array.isArray(input['files'])) return null;
  const described = input['files'].map((file: unknown, position) => [partName(position), memberOf(file)]);
  return JSON.stringify({ ...input, files: Object.fromEntries(described) });
}

/** The metadata of a file, without the file. */
function memberOf(described: unknown): unknown {
  if (!isObject(described)) return described;
  const { file: _file, mimeType: mime_type, ...members } = described;
  return { ...members, mime_type };
}

const partName = (position: number) => (position === 0 ? 'file' : `file${position}`);

/** Changes problems to name the position in the list instead of the part of REST. */
export async function withListPositions<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const [first, ...rest] = error.problems;
    throw new OperationError([inList(first), ...rest.map(inList)], { cause: error.cause });
  }
}

const inList = (problem: Problem): Problem => ({
  ...problem,
  path: listPath(problem.path),
  says: inListWords(problem),
});

function inListWords({ code, path, says }: Problem): string {
  // The eleventh file of a list has no valid part name.
  if (code === 'file_metadata_unknown') return `is beyond the ${UPLOAD_FILES_MAX} files of an upload`;
  return path[0] === 'type' ? inEnumWords(says) : says;
}

/** The types in a sentence, in the spelling of GraphQL. */
const inEnumWords = (says: string): string =>
  says.replace(/(?<=^must be one of )[\w, ]+$/, (words) => words.toUpperCase());

function listPath(path: Path): Path {
  const at = path.findIndex((step) => typeof step === 'string' && /^file\d*$/.test(step));
  if (at === -1) return path;
  const position = Number(String(path[at]).slice('file'.length) || 0);
  return ['files', position, ...path.slice(at + 1)];
}
