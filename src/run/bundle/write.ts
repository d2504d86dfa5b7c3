import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { keepGraphiql } from '../../pages/graphiql/kept-files.ts';
import { BUNDLE, findBundle, MANIFEST, ROOT, stampOf } from './find.js';

/**
 * The program that writes the bundle: the 1,500 modules of a start and of the command line in some sixty files, because
 * finding and linking modules takes half of the time of a start. `npm ci` runs it.
 */

/** What `src/main.ts` and `src/cli.ts` import. */
const ENTRIES = ['src/run/start.ts', 'src/run/start-failure.ts', 'src/run/cli/command-line.ts'];
/**
 * Packages that stay outside: those with files of their own beside their code, and the ORM, which a usual start does not
 * load.
 */
const OUTSIDE = /^(?:better-sqlite3|pino|pg-native)$|^@mikro-orm\//;
/** The file in which npm lists the packages that it has installed. */
const INSTALLED = 'node_modules/.package-lock.json';
/** This program: what it writes depends on it. */
const PROGRAM = 'src/run/bundle/write.ts';

const root = fileURLToPath(ROOT);

const pathIn = (from: string, path: string): string => relative(from, path).replaceAll('\\', '/');

/**
 * Keeps `import.meta.url` of a module that of its source, so that it finds the files next to it. Only our own sources
 * have source maps, because logs name their lines.
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

/** Writes the files of the bundle; they run in `folder`. */
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

/** Writes the bundle in the place of one that is there. */
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
