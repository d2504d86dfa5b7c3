import { openStaging, type StagedFile } from '../../../engine/blob/encrypted/staging.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { idsFor } from '../../../pipeline/moment.ts';
import { type Part, readMultipart } from '../../../engine/http/multipart/multipart.ts';
import { parseJsonObject } from '../../../engine/http/body/read-json.ts';
import {
  FILES_MAX,
  TEXT_PART_BYTES_MAX,
  UPLOAD_BYTES_MAX,
} from '../../../engine/http/multipart/upload-limits.ts';

/** Extra nesting of a GraphQL body: the input is inside `variables`, two levels deeper than in REST. */
const GRAPHQL_DEPTH_EXTRA = 2;

/** The level of the members of an input. Above it are variables, whose names the client chose. */
const INPUT_LEVEL = 1 + GRAPHQL_DEPTH_EXTRA;

/** How the JSON of a GraphQL request is read; `free` are the names of input fields that hold free JSON. */
export const graphqlForm = (free: ReadonlySet<string>) => ({
  onList: 'A batch of operations is refused; send each operation in its own request.',
  depthExtra: GRAPHQL_DEPTH_EXTRA,
  free,
  freeFrom: INPUT_LEVEL,
});

interface GraphqlUpload {
  readonly operation: Record<string, unknown>;
  discard(): Promise<void>;
}

interface UploadAsker {
  readonly caller: Caller;
  readonly check: (operation: Record<string, unknown>) => Promise<void>;
}

/** The parts before the files, in the order of the specification. */
const BEFORE_FILES = ['operations', 'map'] as const;

/**
 * Reads a request by the GraphQL multipart request specification: `operations`, `map`, then files. Files are stored as
 * they arrive, and the map tells their places in the operation. `check` gets the operation before the first file is
 * read, and may throw. After a failure stored files are removed. `discard` removes files that no operation used.
 */
export async function readGraphqlUpload(
  gateway: Gateway,
  request: Request,
  form: ReturnType<typeof graphqlForm>,
  { caller, check }: UploadAsker,
): Promise<GraphqlUpload> {
  const { database, blobs: store, clock, telemetry } = gateway;
  const onStored = telemetry.uploaded;
  const makeKey = await idsFor(gateway, caller, 'doc');
  const staging = openStaging({ db: database.writes, store, clock, makeKey, filesMax: FILES_MAX, onStored });
  const texts: Record<string, unknown>[] = [];
  try {
    const parts = await readMultipart<StagedFile>(request, {
      bodyBytesMax: UPLOAD_BYTES_MAX,
      fieldBytesMax: TEXT_PART_BYTES_MAX,
      filesMax: FILES_MAX,
      isField: (name) => name === 'operations' || name === 'map',
      onPart: (name, earlier) => requireOrder(name, earlier.length),
      async onField({ name, text }) {
        const isOperation = name === 'operations';
        const json = parseJsonObject(Buffer.from(text), {
          ...(isOperation && form),
          what: `${name} part`,
        });
        texts.push(json);
        if (isOperation) await check(json);
      },
      storeFile: (_name, bytes) => staging.stage(bytes),
    });
    const [operation, map] = texts;
    if (operation === undefined || map === undefined) throw outOfOrder();
    putFiles(operation, map, parts);
    return { operation, discard: () => staging.close() };
  } catch (error) {
    await staging.close();
    throw error;
  }
}

/** The order is required, so a request can be refused before its files are read and nothing is kept twice. */
function requireOrder(name: string, position: number): void {
  const expected = BEFORE_FILES[position];
  const isFile = !BEFORE_FILES.some((each) => each === name);
  if (expected === undefined ? !isFile : name !== expected) throw outOfOrder();
}

const outOfOrder = () =>
  refusal(
    'body_invalid',
    'The parts must be one named operations, then one named map, then the files, in this order.',
  );

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

/** Puts a file where the operation has null, as the specification requires. */
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
    throw refusal('body_invalid', 'The map has a path that is not null in the operation.');
  }
  Reflect.set(holder, last, file);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
