import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const page = readFileSync(new URL('../../src/README.md', import.meta.url), 'utf8');

/**
 * The places in the list of `src/README.md`, top to bottom: a file directly under src, a room, or a folder of a room, which
 * is indented below it.
 */
export const places: readonly string[] = placesIn(page);

export function placesIn(text: string): string[] {
  const [, list = ''] = /^## The rooms$[^]*?^```text$([^]*?)^```$/m.exec(text) ?? [];
  const lines = Array.from(
    list.matchAll(/^( *)([^\s,]+(?:, [^\s,]+)*)/gm),
    ([, indent = '', names = '']) => ({
      indent,
      names: names.split(', ').map((name) => name.replace(/\/$/, '')),
    }),
  );
  let room = '';
  return lines.flatMap(({ indent, names }) => {
    if (indent === '') room = names[0] ?? '';
    return indent === '' ? names : names.map((name) => `${room}/${name}`);
  });
}

/** Places that stand beside each other and never meet, whichever the list names first. */
const beside: readonly (readonly string[])[] = [
  // Clients of the gateway: the package of partners, which imports nothing from it, and the parts of the operators'
  // page.
  ['kernel', 'client'],
  ['client', 'pages/console-kit'],
  ['pipeline/graphql-kit', 'pipeline/rest-kit'],
  ['engine/sqlite', 'engine/postgres', 'api/graphql', 'api/rest', 'pages/console'],
  ['main.ts', 'cli.ts', 'print-schema.ts'],
];

/** The only places that a place may import, if the list would allow more. A room stands for all that is in it. */
const onlyImports: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  client: [],
  // The rules for file types and PDFs are the same for uploads and for the preview.
  'pages/console-kit': ['kernel', 'engine/file-type'],
  // The server side of the page: its shell, its files and signing in. The page itself is a client of GraphQL.
  'pages/console': [
    'kernel',
    'engine',
    'pipeline',
    'nouns/api-key',
    'nouns/session',
    'pages/console-kit',
    'pages/console-style',
    'pages/export',
  ],
};

/** Bottom to top inside a feature. */
const kinds: readonly (readonly string[])[] = [
  ['machine', 'rules', 'input', 'entity'],
  ['present'],
  ['operations'],
  ['graphql', 'rest'],
];

type Api = 'graphql' | 'rest';
type Files = ReadonlyMap<string, string>;
type Arrows = ReadonlyMap<string, readonly string[]>;

/** A static import or export begins its line. So imports in comments and strings do not match. */
const importPatterns = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /^(?!\s*(?:\/\/|\*)).*?\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gm,
];

export function importsOf(path: string, text: string): string[] {
  const specifiers = importPatterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, specifier = '']) => specifier),
  );
  return [...new Set(specifiers)]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

const room = (path: string): string => path.split('/', 1)[0] ?? path;
/** The last line of the list that names the file or a folder that it is in. */
const place = (path: string): string =>
  places.findLast((name) => path === name || path.startsWith(`${name}/`)) ?? room(path);
const isOnLadder = (path: string): boolean => places.includes(place(path));
const isIn = (path: string, name: string): boolean => place(path) === name || room(path) === name;
const height = (name: string): number => -places.indexOf(name);

function kind(path: string): string | undefined {
  const suffix = /\.(\w+)\.ts$/.exec(path)?.[1];
  return kinds.flat().find((name) => name === suffix);
}

function apiOf(path: string): Api | undefined {
  return (['graphql', 'rest'] as const).find((name) => kind(path) === name || place(path) === `api/${name}`);
}

/** A file without a kind has the rung of the highest file that it imports, directly or not, in its own folder. */
function kindRung(path: string, arrows: Arrows, seen: ReadonlySet<string> = new Set()): number {
  const own = kind(path);
  if (own !== undefined) return kinds.findIndex((names) => names.includes(own));
  if (seen.has(path)) return 0;
  const nearby = (arrows.get(path) ?? []).filter((target) => place(target) === place(path));
  return Math.max(0, ...nearby.map((target) => kindRung(target, arrows, new Set([...seen, path]))));
}

function placeProblem(from: string, to: string): string | undefined {
  if (to === '../package.json') return undefined;
  if (to.startsWith('..')) return 'leaves src';
  if (!isOnLadder(from)) return `${place(from)} is not on the ladder`;
  if (!isOnLadder(to)) return `${place(to)} is not on the ladder`;
  if (place(from) === place(to)) return undefined;
  const only = onlyImports[place(from)];
  if (only !== undefined && !only.some((name) => isIn(to, name)))
    return `${place(from)} imports only ${only.join(', ')}`;
  if (beside.some((names) => names.includes(place(from)) && names.includes(place(to))))
    return `${place(to)} and ${place(from)} never meet`;
  return isAbove(to, from) ? `${place(to)} is above ${place(from)}` : undefined;
}

/** Whether a file stands above another: by their rooms, and in one room by their folders. */
function isAbove(one: string, other: string): boolean {
  if (room(one) !== room(other)) return height(room(one)) > height(room(other));
  const areFolders = place(one) !== room(one) && place(other) !== room(other);
  return areFolders && height(place(one)) > height(place(other));
}

function kindProblem(from: string, to: string, arrows: Arrows): string | undefined {
  const [apiFrom, apiTo] = [apiOf(from), apiOf(to)];
  if (apiFrom !== undefined && apiTo !== undefined && apiFrom !== apiTo) {
    return 'graphql and rest do not import each other';
  }
  if (place(from) !== place(to)) return undefined;
  if (kind(from) === undefined && kind(to) !== undefined && apiTo !== undefined) {
    return `${kind(to)} is for graphql and rest files`;
  }
  if (kind(from) !== undefined && kindRung(to, arrows) > kindRung(from, arrows)) {
    return `${kind(to) ?? 'what it leads to'} is above ${kind(from)}`;
  }
  return undefined;
}

function cycleProblems(arrows: Arrows): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    if (done.has(path)) return;
    const here = [...trail, path];
    for (const target of arrows.get(path) ?? []) {
      const start = here.indexOf(target);
      if (start < 0) walk(target, here);
      else
        problems.push(
          `${path} -> ${target}: closes the cycle ${[...here.slice(start), target].join(' -> ')}`,
        );
    }
    done.add(path);
  };
  for (const path of arrows.keys()) walk(path, []);
  return problems;
}

/** Every import that the ladder does not allow, as `a.ts -> b.ts: reason`. Type imports count. */
export function badArrows(files: Files): string[] {
  const arrows: Arrows = new Map(Array.from(files, ([path, text]) => [path, importsOf(path, text)]));
  const strangers = [...files.keys()]
    .filter((path) => !isOnLadder(path))
    .map((path) => `${path}: ${place(path)} is not on the ladder`);
  const bad = [...arrows].flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      const reason = placeProblem(from, to) ?? kindProblem(from, to, arrows);
      return reason === undefined ? [] : [`${from} -> ${to}: ${reason}`];
    }),
  );
  return [...strangers, ...bad, ...cycleProblems(arrows)];
}

/** Two folders that import each other both ways, as `one <-> other`, with an import of each way. */
export function foldersBothWays(files: Files): string[] {
  const ways = new Map<string, string>();
  for (const [from, text] of files) {
    for (const to of importsOf(from, text)) {
      const [one, other] = [posix.dirname(from), posix.dirname(to)];
      // The files directly under src are places of their own.
      if (one !== other && one !== '.' && other !== '.') ways.set(`${one} -> ${other}`, `${from} -> ${to}`);
    }
  }
  return [...ways].flatMap(([way, example]) => {
    const [one = '', other = ''] = way.split(' -> ');
    const back = ways.get(`${other} -> ${one}`);
    return back === undefined || one > other ? [] : [`${one} <-> ${other}: ${example}, ${back}`];
  });
}
