import type { StagedFile } from '../../blob/staging.ts';
import { OperationError, type Path, type Problem } from '../../kernel/errors.ts';
import type { DocumentType } from '../../kyc/countries/index.ts';
import type { Upload } from './upload.rules.ts';

interface UploadDocumentsInput {
  readonly type: DocumentType;
  readonly files: readonly {
    readonly file: StagedFile;
    readonly filename: string;
    readonly mimeType: string;
    readonly hash: string;
  }[];
}

/** The list of files of GraphQL in the form of REST, whose parts are `file`, `file1`, `file2` and so on. */
export function uploadOfInput({ type, files }: UploadDocumentsInput): Upload {
  const described = files.map(({ filename, mimeType: mime_type, hash }, position) => [
    partName(position),
    { filename, mime_type, hash },
  ]);
  return {
    metadata: [JSON.stringify({ type, files: Object.fromEntries(described) })],
    parts: files.map(({ file }, position) => ({ name: partName(position), file })),
  };
}

const partName = (position: number) => (position === 0 ? 'file' : `file${position}`);

/** Makes problems name the position in the list where REST names the part. */
export async function withListPositions<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const [first, ...rest] = error.problems;
    throw new OperationError([inList(first), ...rest.map(inList)], { cause: error.cause });
  }
}

const inList = (problem: Problem): Problem => ({ ...problem, path: listPath(problem.path) });

function listPath(path: Path): Path {
  const at = path.findIndex((step) => typeof step === 'string' && /^file\d*$/.test(step));
  if (at === -1) return path;
  const position = Number(String(path[at]).slice('file'.length) || 0);
  return ['files', position, ...path.slice(at + 1)];
}
