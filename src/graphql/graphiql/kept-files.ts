import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { JAVASCRIPT, STYLE_SHEET } from '../../rest-kit/asset.ts';
import { type MadeFile, ROLES } from './made-file.ts';

/** Where `npm ci` keeps the files of GraphiQL, so that no gateway has to make them. */
const KEPT = new URL('../../../node_modules/.cache/fundgate-graphiql/', import.meta.url);
const MANIFEST = 'manifest.json';

/** What the files are made of and by. */
const SOURCES = [
  new URL('make.ts', import.meta.url),
  new URL('../package.json', import.meta.resolve('@graphql-yoga/render-graphiql')),
];

const Manifest = z.strictObject({
  stamp: z.string(),
  files: z.array(z.strictObject({ role: z.enum(ROLES), name: z.string() })).length(ROLES.length),
});

/** Changes if the sources of the files do. */
async function stampNow(): Promise<string> {
  const found = await Promise.all(SOURCES.map((source) => stat(source)));
  return found.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`).join(', ');
}

/** The files that were kept; null if there are none, or their sources have changed since. */
export async function readKept(): Promise<readonly MadeFile[] | null> {
  const text = await readFile(new URL(MANIFEST, KEPT), 'utf8').catch(() => null);
  if (text === null) return null;
  const { stamp, files } = Manifest.parse(JSON.parse(text));
  if (stamp !== (await stampNow())) return null;
  return Promise.all(
    files.map(async ({ role, name }) => ({
      role,
      name,
      asset: {
        type: role === 'style' ? STYLE_SHEET : JAVASCRIPT,
        body: await readFile(new URL(name, KEPT)),
        gzip: await readFile(new URL(`${name}.gz`, KEPT)),
      },
    })),
  );
}

/** Keeps the files for all gateways that start from this folder, unless they are there. `npm ci` calls it. */
export async function keepGraphiql(make: () => Promise<readonly MadeFile[]>): Promise<void> {
  if ((await readKept()) !== null) return;
  const stamp = await stampNow();
  const made = await make();
  const own = new URL(`../fundgate-graphiql-${process.pid}/`, KEPT);
  await mkdir(own, { recursive: true });
  for (const { name, asset } of made) {
    await writeFile(new URL(name, own), asset.body);
    await writeFile(new URL(`${name}.gz`, own), asset.gzip ?? asset.body);
  }
  const files = made.map(({ role, name }) => ({ role, name }));
  await writeFile(new URL(MANIFEST, own), JSON.stringify({ stamp, files }));
  await rm(KEPT, { recursive: true, force: true });
  await rename(own, KEPT);
}
