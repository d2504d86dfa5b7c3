import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import { isScalarType, isSpecifiedScalarType, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { runCommandLine } from '../../../src/run/cli/command-line.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { formerWordsIn } from '../../architecture/words.ts';
import { anchorsOf, blocksOf, languagesOf, PAGES, proseOf, textOf } from './pages.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
/** Blocks in `sh` are those that no test can run; a test checks all others. */
const LANGUAGES = ['bash', 'graphql', 'ini', 'json', 'mermaid', 'nginx', 'python', 'sh', 'text', 'ts'];
const schema = gatewaySchema();

test('these are all pages', () => {
  const guides = PAGES.filter((path) => path.startsWith('src/pages/docs/guides/')).map((path) =>
    path.slice('src/pages/docs/guides/'.length, -'.md'.length),
  );
  expect(guides).toEqual([
    'after-the-money',
    'apollo',
    'client',
    'console',
    'errors',
    'growing',
    'operators',
    'partner-graphql',
    'partner-rest',
    'relay',
    'running',
    'sandbox',
    'security',
    'two-people',
    'upgrading',
    'urql',
    'webhooks',
    'writing-a-policy',
  ]);
});

describe.each(PAGES)('%s', (path) => {
  const links = Array.from(proseOf(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g), (found) => ({
    file: found[1] === '' ? path : join(dirname(path), found[1] ?? ''),
    anchor: found[2],
  }));

  test('links to files and anchors that exist', () => {
    expect(links.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([]);
    const lost = links.filter(
      ({ file, anchor }) => anchor !== undefined && !anchorsOf(file).includes(anchor),
    );
    expect(lost).toEqual([]);
  });

  test('has no two headings with one anchor', () => {
    const anchors = anchorsOf(path);
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  test('has code blocks of known languages only', () => {
    expect(languagesOf(path).filter((language) => !LANGUAGES.includes(language))).toEqual([]);
  });

  test('has GraphQL documents that fit the schema, and JSON that can be read', () => {
    for (const block of blocksOf(path, 'graphql')) expect(validate(schema, parse(block))).toEqual([]);
    for (const block of blocksOf(path, 'json')) expect(JSON.parse(block)).toBeTypeOf('object');
  });

  test('names npm scripts that exist', () => {
    const run = Array.from(textOf(path).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g), ([, name]) => name);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(run));
  });

  test('names commands and options of the command line that exist', async () => {
    for (const command of commandsOf(path)) {
      let help = '';
      const code = await runCommandLine(
        [...command.words, '--help'],
        {},
        { out: (text) => (help += text), err: (text) => (help += text), columns: null },
      );
      expect(code).toBe(0);
      // Help of the whole program is what an unknown command shows.
      expect(help).toContain(`cli -- ${command.words.join(' ')} `);
      for (const option of command.options) expect(help).toContain(option);
    }
  });

  test('uses the words of the glossary', () => {
    // The check reads comments, in which quoted code may keep a name of the database.
    const comment = `/*\n${proseOf(path).replaceAll('*/', '')}\n*/`;
    expect(formerWordsIn(comment, path.startsWith('test/') ? 'test' : 'src')).toEqual([]);
  });

  test('names no path of this machine', () => {
    const own = [ROOT, homedir(), '/tmp/', '/home/', '/Users/'];
    expect(own.filter((place) => place !== '/' && textOf(path).includes(place))).toEqual([]);
  });
});

/** The commands after `cli --` or `src/cli.ts` on a page: their words, and their options. */
function commandsOf(path: string) {
  const lines = textOf(path).replaceAll('\\\n', ' ');
  const called = Array.from(
    lines.matchAll(/(?:\bcli --|src\/cli\.ts) ([a-z][^\n|#)`]*)/g),
    ([, rest = '']) => rest,
  );
  return called.map((rest) => {
    const words = /^[a-z][a-z-]*(?: [a-z]+)?(?= |$)/.exec(rest.trim())?.[0] ?? '';
    return {
      words: words.split(' '),
      options: Array.from(rest.matchAll(/(?<=\s)--[a-z][a-z-]*/g), ([option]) => option).filter(
        (option) => option !== '--json',
      ),
    };
  });
}

test('the mapping of scalars has every scalar of the schema', () => {
  const [mapping = ''] = blocksOf('src/pages/docs/guides/partner-graphql.md', 'ts');
  const mapped = Array.from(mapping.matchAll(/^ +([A-Z]\w+): '/gm), ([, name]) => name);
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  expect(mapped.toSorted()).toEqual(own.map(({ name }) => name).toSorted());
});

test('every page with lines for bash has a test that pastes them', () => {
  expect(PAGES.filter((path) => blocksOf(path, 'bash').length > 0)).toEqual([
    'README.md',
    'src/pages/docs/guides/after-the-money.md',
    'src/pages/docs/guides/operators.md',
    'src/pages/docs/guides/partner-graphql.md',
    'src/pages/docs/guides/partner-rest.md',
    'src/pages/docs/guides/running.md',
    'src/pages/docs/guides/sandbox.md',
    'src/pages/docs/guides/security.md',
    'src/pages/docs/guides/upgrading.md',
    'src/pages/docs/guides/webhooks.md',
    'src/pages/docs/guides/writing-a-policy.md',
  ]);
});

test('a request by curl stands only if a test sends it, or after commands that only root may give', () => {
  const unsent = PAGES.flatMap((path) => blocksOf(path, 'sh')).filter(
    (block) => /^\s*curl\b/m.test(block) && !block.startsWith('sudo '),
  );
  expect(unsent).toEqual([]);
});

test('every page with TypeScript has a test that runs or reads it', () => {
  expect(PAGES.filter((path) => blocksOf(path, 'ts').length > 0)).toEqual([
    'src/client/README.md',
    'test/README.md',
    'src/pages/docs/guides/apollo.md',
    'src/pages/docs/guides/client.md',
    'src/pages/docs/guides/partner-graphql.md',
    'src/pages/docs/guides/relay.md',
    'src/pages/docs/guides/sandbox.md',
    'src/pages/docs/guides/urql.md',
    'src/pages/docs/guides/webhooks.md',
  ]);
});

test('every npm script is explained on a page', () => {
  const pages = PAGES.map(textOf).join('\n');
  const named = Object.keys(packageJson.scripts).filter((script) =>
    new RegExp(`\\bnpm (?:run )?(?:--silent )?${script}(?![\\w:-])`).test(pages),
  );
  expect(named).toEqual(Object.keys(packageJson.scripts));
});

test('the README is two screens', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(120);
});
