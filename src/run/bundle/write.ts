import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { keepGraphiql } from '../../pages/graphiql/kept-files.ts';
import { BUNDLE, findBundle, MANIFEST, ROOT, stampOf } from './find.js';

/**
 * The program that writes the bundle; `npm ci` runs it. It puts 1,500 modules of the server and the command line into
 * some 130 files, because finding and linking modules takes half the time of a start.
 */

/** The modules that `src/main.ts` and `src/cli.ts` import. */
const ENTRIES = ['src/run/start.ts', 'src/run/start-failure.ts', 'src/run/cli/command-line.ts'];
/**
 * Packages that stay outside the bundle: packages that read files beside their code, and the ORM, because a usual start
 * does not load it.
 */
const OUTSIDE = /^(?:better-sqlite3|pino|pg-native)$|^@mikro-orm\//;
/** The list of installed packages that npm writes. */
const INSTALLED = 'node_modules/.package-lock.json';
/** This program: the bundle depends on it. */
const PROGRAM = 'src/run/bundle/write.ts';

const root = fileURLToPath(ROOT);

const pathIn = (from: string, path: string): string => relative(from, path).replaceAll('\\', '/');

/**
 * Makes `import.meta.url` point to the source file and not to the bundle, so a module finds the files next to it. Only
 * our own sources have source maps, because logs name their lines.
 */
const placesFrom = (folder: string) => ({
  name: 'places',
  transform(source: string, id: string) {
    const url = `new URL(${JSON.stringify(pathIn(folder, id))}, import.meta.url).href`;
    const code = source.replaceAll('import.meta.url', url);
    // No line moves, so the map of a source stays right.
    return { code, map: id.includes('/node_modules/') ? { mappings: '' } : null };
  },
});

/** Writes the files of the bundle to `dir`; they will run in `folder`. */
async function writeChunks(dir: string, folder: string): Promise<readonly OutputChunk[]> {
  const building = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    tsconfig: false,
    external: (id) => OUTSIDE.test(id),
    plugins: [placesFrom(folder)],
  });
  const names = '[name]-[hash].mjs';
  const written = await building.write({
    dir,
    format: 'esm',
    // Names of classes and functions appear in logs.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: names,
    chunkFileNames: names,
  });
  await building.close();
  return written.output.filter((each) => each.type === 'chunk');
}

/** Writes the bundle and replaces an earlier one. */
export async function writeBundle(at: URL): Promise<void> {
  const folder = fileURLToPath(at);
  const own = `${folder.slice(0, -1)}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  const chunks = await writeChunks(own, folder);
  const entries = chunks
    .filter(({ isEntry }) => isEntry)
    .map(({ facadeModuleId, fileName }) => [pathIn(root, facadeModuleId ?? ''), fileName]);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => pathIn(root, id)));
  const sources = modules.filter((path) => path.startsWith('src/'));
  const stamps = [...sources, PROGRAM, 'package.json', INSTALLED].map((path) => [path, stampOf(path)]);
  const manifest = { stamps: Object.fromEntries(stamps), entries: Object.fromEntries(entries) };
  writeFileSync(`${own}/${MANIFEST}`, JSON.stringify(manifest));
  rmSync(folder, { recursive: true, force: true });
  renameSync(own, folder);
}

if (import.meta.main) {
  await keepGraphiql(async () => (await import('../../pages/graphiql/make.ts')).makeGraphiql());
  if (findBundle(BUNDLE) === null) await writeBundle(BUNDLE);
}
