import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { JAVASCRIPT, STYLE_SHEET } from '../../pipeline/rest-kit/asset.ts';
import { type MadeGraphiql, ROLES, TAB_GUIDES } from './made-file.ts';

/** The folder in which `npm ci` keeps the files of GraphiQL, so that no gateway has to make them. */
const KEPT = new URL('../../../node_modules/.cache/fundgate-graphiql/', import.meta.url);
const MANIFEST = 'manifest.json';

/** The sources of the files, and the programs that make them. */
const SOURCES = [
  new URL('make.ts', import.meta.url),
  new URL('tabs.ts', import.meta.url),
  ...TAB_GUIDES.map((guide) => new URL(`../docs/guides/${guide}.md`, import.meta.url)),
  new URL('../package.json', import.meta.resolve('@graphql-yoga/render-graphiql')),
];

const Tabs = z.array(
  z.strictObject({ query: z.string(), variables: z.string().nullable(), headers: z.string().nullable() }),
);

const Manifest = z.strictObject({
  stamp: z.string(),
  files: z.array(z.strictObject({ role: z.enum(ROLES), name: z.string() })).length(ROLES.length),
  tabs: z.strictObject({ 'partner-graphql': Tabs, operators: Tabs }),
});

/** Changes if the sources do. */
async function stampNow(): Promise<string> {
  const found = await Promise.all(SOURCES.map((source) => stat(source)));
  return found.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`).join(', ');
}

/** The kept files; null if there are none, or if a source has changed since. */
export async function readKept(): Promise<MadeGraphiql | null> {
  const text = await readFile(new URL(MANIFEST, KEPT), 'utf8').catch(() => null);
  if (text === null) return null;
  // A file of another version may have another form.
  const kept = Manifest.safeParse(JSON.parse(text));
  if (!kept.success || kept.data.stamp !== (await stampNow())) return null;
  const { files, tabs } = kept.data;
  const read = await Promise.all(
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
  return { files: read, tabs };
}

/** Keeps the files for all gateways that start from this folder, unless they exist. `npm ci` calls it. */
export async function keepGraphiql(make: () => Promise<MadeGraphiql>): Promise<void> {
  if ((await readKept()) !== null) return;
  const stamp = await stampNow();
  const made = await make();
  const own = new URL(`../fundgate-graphiql-${process.pid}/`, KEPT);
  await mkdir(own, { recursive: true });
  for (const { name, asset } of made.files) {
    await writeFile(new URL(name, own), asset.body);
    await writeFile(new URL(`${name}.gz`, own), asset.gzip ?? asset.body);
  }
  const files = made.files.map(({ role, name }) => ({ role, name }));
  await writeFile(new URL(MANIFEST, own), JSON.stringify({ stamp, files, tabs: made.tabs }));
  await rm(KEPT, { recursive: true, force: true });
  await rename(own, KEPT);
}
