import { describe, expect, test } from 'vitest';
import { badArrows, foldersBothWays, importsOf, places, placesIn } from './ladder.ts';
import { sourcesWithScreens } from './sources.ts';

test('every import in src goes down the ladder', () => {
  const files = sourcesWithScreens('src');
  expect(files.size).toBeGreaterThan(0);
  expect(badArrows(files)).toEqual([]);
});

test('no two folders of src import each other both ways', () => {
  expect(foldersBothWays(sourcesWithScreens('src'))).toEqual([]);
});

test('two folders that import each other both ways are found, without a cycle of files', () => {
  const files = {
    'nouns/kyc/a.ts': "import { b } from './warning/b.ts';\n",
    'nouns/kyc/c.ts': '',
    'nouns/kyc/warning/b.ts': '',
    'nouns/kyc/warning/d.ts': "import { c } from '../c.ts';\nimport { e } from '../../../kernel/e.ts';\n",
  };
  expect(foldersBothWays(new Map(Object.entries(files)))).toEqual([
    'nouns/kyc <-> nouns/kyc/warning: nouns/kyc/a.ts -> nouns/kyc/warning/b.ts, nouns/kyc/warning/d.ts -> nouns/kyc/c.ts',
  ]);
});

const forge = (files: Record<string, string>): string[] => badArrows(new Map(Object.entries(files)));
const arrow = (from: string, to: string): string[] => forge({ [from]: `import type { X } from '${to}';\n` });

describe('the ladder refuses', () => {
  test.each([
    ['nouns/kyc/kyc.rules.ts', '../customer/customer.rules.ts', 'nouns/customer is above nouns/kyc'],
    ['kernel/id.ts', '../nouns/event/event.ts', 'kernel imports only '],
    ['trail/record/record.ts', '../../nouns/event/event.ts', 'nouns/event is above trail/record'],
    ['engine/sql/orm.ts', '../../pipeline/execute.ts', 'pipeline is above engine/sql'],
    ['engine/sqlite/orm.ts', '../postgres/pool.ts', 'engine/postgres and engine/sqlite never meet'],
    ['cli.ts', './main.ts', 'main.ts and cli.ts never meet'],
    [
      'pages/console-kit/api.ts',
      '../../engine/sql/tables.ts',
      'pages/console-kit imports only kernel, engine/file-type',
    ],
    ['nouns/webhook/deliver.ts', '../../run/config/config.ts', 'run/config is above nouns/webhook'],
    ['app.ts', './billing/bill.ts', 'billing is not on the ladder'],
    ['app.ts', '../test/app.ts', 'leaves src'],
    ['nouns/kyc/kyc.entity.ts', './kyc.present.ts', 'present is above entity'],
    ['nouns/kyc/kyc.present.ts', './kyc.operations.ts', 'operations is above present'],
    ['nouns/kyc/countries/hk/hk.input.ts', '../../kyc.operations.ts', 'operations is above input'],
    ['nouns/kyc/kyc.graphql.ts', './kyc.rest.ts', 'graphql and rest do not import each other'],
    [
      'nouns/settlement/settlement.rest.ts',
      '../kyc/kyc.graphql.ts',
      'graphql and rest do not import each other',
    ],
    ['api/graphql/server.ts', '../../nouns/kyc/kyc.rest.ts', 'graphql and rest do not import each other'],
    ['nouns/kyc/countries/index.ts', './hk/hk.graphql.ts', 'graphql is for graphql and rest files'],
  ])('%s -> %s', (from, to, reason) => {
    expect(arrow(from, to)).toEqual([`${from} -> ${importsOf(from, `import '${to}';`)[0]}: ${reason}`]);
  });

  test('a folder that is not on it', () => {
    expect(forge({ 'billing/bill.ts': '' })).toEqual(['billing/bill.ts: billing is not on the ladder']);
  });

  test('a way round through a file without a kind', () => {
    expect(
      forge({
        'nouns/kyc/kyc.rules.ts': "import { x } from './gaps.ts';\n",
        'nouns/kyc/gaps.ts': "import { y } from './kyc.operations.ts';\n",
        'nouns/kyc/kyc.operations.ts': '',
      }),
    ).toEqual(['nouns/kyc/kyc.rules.ts -> nouns/kyc/gaps.ts: what it leads to is above rules']);
  });

  test('a cycle', () => {
    expect(
      forge({
        'kernel/a.ts': "import { b } from './b.ts';\n",
        'kernel/b.ts': "import { a } from './a.ts';\n",
      }),
    ).toEqual(['kernel/b.ts -> kernel/a.ts: closes the cycle kernel/a.ts -> kernel/b.ts -> kernel/a.ts']);
  });
});

test.each([
  ['run/migrations/entities.ts', '../../nouns/webhook/webhook.entity.ts'],
  ['nouns/settlement/settlement.operations.ts', '../customer/customer.entity.ts'],
  ['nouns/kyc/kyc.rules.ts', './kyc.entity.ts'],
  ['features.ts', './nouns/kyc/kyc.rest.ts'],
  ['features.ts', './nouns/kyc/kyc.graphql.ts'],
  ['pipeline/execute.ts', './input/read-input.ts'],
  ['pipeline/rest-kit/route.ts', '../execute.ts'],
  ['cli.ts', '../package.json'],
  ['main.ts', './run/config/config.ts'],
])('the ladder allows %s -> %s', (from, to) => {
  expect(arrow(from, to)).toEqual([]);
});

test('every way to write an import counts, and none in a comment', () => {
  const text = [
    "import './effect.ts';",
    "import type { A } from './type.ts';",
    'import {',
    '  b,',
    '  type C,',
    "} from './several-lines.ts';",
    "export * from './star.ts';",
    "export type { D } from './exported-type.ts';",
    "const e = await import('./dynamic.ts');",
    "let f: import('./import-type.ts').F;",
    "import { readFile } from 'node:fs/promises';",
    "// import g from './comment.ts';",
    '/**',
    " * import h from './doc.ts';",
    ' */',
  ].join('\n');
  expect(importsOf('edge/x.ts', text).toSorted()).toEqual([
    'edge/dynamic.ts',
    'edge/effect.ts',
    'edge/exported-type.ts',
    'edge/import-type.ts',
    'edge/several-lines.ts',
    'edge/star.ts',
    'edge/type.ts',
  ]);
});

test('the list of rooms names each room and each of its folders, and nothing else', () => {
  const found = Array.from(sourcesWithScreens('src').keys(), (path) => {
    const [room = '', folder, file] = path.split('/', 3);
    return file === undefined ? [room] : [room, `${room}/${folder}`];
  });
  expect(places.toSorted()).toEqual([...new Set(found.flat())].toSorted());
});

test('there are nine rooms', () => {
  expect(places.filter((place) => !/[./]/.test(place))).toHaveLength(9);
});

test('a place is a line of the list, and several may share one', () => {
  const page =
    '## The rooms\n\nText.\n\n```text\nmain.ts, cli.ts\nrun/     start, stop\n  open/  parts\nkernel/  ids\n```\n';
  expect(placesIn(page)).toEqual(['main.ts', 'cli.ts', 'run', 'run/open', 'kernel']);
});
