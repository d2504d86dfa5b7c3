import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { refusal } from '../kernel/errors.ts';

/** Making the files takes about a second, and longer on a busy machine. */
const BUNDLE_TIMEOUT_MS = 30_000;
/** Many times the size of the page. */
const BUNDLE_BYTES_MAX = 8 * 1024 * 1024;
/** Characters of a content hash in a file name. */
const HASH_LENGTH = 16;

const program = fileURLToPath(new URL('bundle.ts', import.meta.url));
const run = promisify(execFile);
const Printed = z.strictObject({ script: z.string(), style: z.string() });

export interface Asset {
  readonly type: string;
  readonly body: string;
  /** The same, compressed once for all browsers. */
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/** The files of GraphiQL for those who are signed in; made outside of the console, which knows nothing of GraphQL. */
export type MakeEditor = () => Promise<{
  readonly script: string;
  readonly style: string;
  readonly policy: string;
}>;

export interface Assets {
  readonly scriptName: string;
  readonly styleName: string;
  readonly byName: ReadonlyMap<string, Asset>;
}

/**
 * The files of the page, each under a name with the hash of its content. They are made at the first request and kept in
 * memory; where that failed, the next request tries again.
 */
export const createAssets = (): (() => Promise<Assets>) =>
  once(async () => assetsOf('console', await bundled()));

/** The files of GraphiQL, in the same way. */
export const createEditorAssets = (make: MakeEditor) =>
  once(async () => {
    const { policy, ...files } = await make();
    return { policy, ...(await assetsOf(EDITOR, files)) };
  });

/** How the names of the files of GraphiQL begin. */
export const EDITOR = 'graphiql';

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null;
  return () => {
    made ??= make().catch((cause: unknown) => {
      made = null;
      throw refusal('internal_error', 'The page of the console could not be made.', { cause });
    });
    return made;
  };
}

async function bundled() {
  const options = { timeout: BUNDLE_TIMEOUT_MS, maxBuffer: BUNDLE_BYTES_MAX };
  const { stdout } = await run(process.execPath, [program], options);
  return Printed.parse(JSON.parse(stdout));
}

async function assetsOf(stem: string, { script, style }: z.output<typeof Printed>): Promise<Assets> {
  const scriptName = nameOf(stem, 'js', script);
  const styleName = nameOf(stem, 'css', style);
  return {
    scriptName,
    styleName,
    byName: new Map([
      [scriptName, await assetOf('text/javascript; charset=utf-8', script)],
      [styleName, await assetOf('text/css; charset=utf-8', style)],
    ]),
  };
}

const compress = promisify(gzip);

async function assetOf(type: string, body: string): Promise<Asset> {
  return { type, body, gzip: new Uint8Array(await compress(body)) };
}

function nameOf(stem: string, extension: string, body: string): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH);
  return `${stem}-${hash}.${extension}`;
}
