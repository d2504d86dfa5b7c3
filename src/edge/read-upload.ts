import { openStaging, type StagedFile } from '../blob/staging.ts';
import { refusal } from '../kernel/errors.ts';
import type { Gateway } from './gateway.ts';
import { type Part, readMultipart } from './multipart.ts';
import { parseJsonObject } from './read-json.ts';
import { FILES_MAX, TEXT_PART_BYTES_MAX, UPLOAD_BYTES_MAX } from './upload-limits.ts';

/** Variables stand in the operation, so a REST body's worth nests two levels deeper. */
const GRAPHQL_DEPTH_EXTRA = 2;

/** How the JSON of a GraphQL request is read, given the names of input fields that hold free JSON. */
export const graphqlForm = (free: ReadonlySet<string>) => ({ depthExtra: GRAPHQL_DEPTH_EXTRA, free });

interface GraphqlUpload {
  readonly operation: Record<string, unknown>;
  discard(): Promise<void>;
}

/**
 * Reads a request by the GraphQL multipart request specification: `operations`, `map`, then files, which are stored as
 * they arrive and put where the map says. What was stored is removed on failure, and by `discard` unless it was used.
 */
export async function readGraphqlUpload(
  gateway: Gateway,
  request: Request,
  form: ReturnType<typeof graphqlForm>,
): Promise<GraphqlUpload> {
  const { database, blobs: store, clock } = gateway;
  const staging = openStaging({ db: database.writes, store, clock, filesMax: FILES_MAX });
  try {
    const parts = await readMultipart<StagedFile>(request, {
      bodyBytesMax: UPLOAD_BYTES_MAX,
      fieldBytesMax: TEXT_PART_BYTES_MAX,
      filesMax: FILES_MAX,
      isField: (name) => name === 'operations' || name === 'map',
      storeFile: (_name, bytes) => staging.stage(bytes),
    });
    const operation = parseJsonObject(Buffer.from(textOf(parts, 'operations')), form);
    putFiles(operation, parseJsonObject(Buffer.from(textOf(parts, 'map'))), parts);
    return { operation, discard: () => staging.close() };
  } catch (error) {
    await staging.close();
    throw error;
  }
}

function textOf(parts: readonly Part<StagedFile>[], name: string): string {
  const [first, ...more] = parts.flatMap((part) =>
    part.kind === 'field' && part.name === name ? [part.text] : [],
  );
  if (first === undefined) throw refusal('body_invalid', `There is no part named ${name}.`);
  if (more.length > 0) throw refusal('body_invalid', `There is more than one part named ${name}.`);
  return first;
}

function putFiles(
  operation: Record<string, unknown>,
  map: Record<string, unknown>,
  parts: readonly Part<StagedFile>[],
): void {
  const files = new Map<string, StagedFile>();
  for (const part of parts) {
    if (part.kind === 'surplus')
      throw refusal('file_metadata_missing', `A request brings at most ${FILES_MAX} files.`);
    if (part.kind === 'field') continue;
    if (files.has(part.name)) throw refusal('file_duplicate', 'Two files have the same part name.');
    if (!Object.hasOwn(map, part.name))
      throw refusal('file_metadata_missing', 'The map does not say where a file belongs.');
    files.set(part.name, part.stored);
  }
  for (const [name, paths] of Object.entries(map)) {
    const file = files.get(name);
    if (file === undefined) throw refusal('file_missing', 'The map names a file that is not in the body.');
    if (!Array.isArray(paths))
      throw refusal('body_invalid', 'Each member of the map must be a list of paths.');
    for (const path of paths) putFile(operation, path, file);
  }
}

/** A file takes the place of a null, as the specification has it. */
function putFile(operation: Record<string, unknown>, path: unknown, file: StagedFile): void {
  const steps = typeof path === 'string' ? path.split('.') : [];
  const last = steps.pop();
  let holder: unknown = operation;
  for (const step of steps) holder = memberOf(holder, step);
  if (
    last === undefined ||
    memberOf(holder, last) !== null ||
    typeof holder !== 'object' ||
    holder === null
  ) {
    throw refusal('body_invalid', 'The map names a place that is not null in the operation.');
  }
  Reflect.set(holder, last, file);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
