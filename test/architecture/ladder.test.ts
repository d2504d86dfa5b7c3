import { describe, expect, test } from 'vitest';
import { badArrows, importsOf, rooms, roomsIn } from './ladder.ts';
import { sourcesWithScreens } from './sources.ts';

test('every import in src goes down the ladder', () => {
  const files = sourcesWithScreens('src');
  expect(files.size).toBeGreaterThan(0);
  expect(badArrows(files)).toEqual([]);
});

const forge = (files: Record<string, string>): string[] => badArrows(new Map(Object.entries(files)));
const arrow = (from: string, to: string): string[] => forge({ [from]: `import type { X } from '${to}';\n` });

describe('the ladder refuses', () => {
  test.each([
    ['kyc/kyc.rules.ts', '../customer/customer.rules.ts', 'customer is above kyc'],
    ['kernel/id.ts', '../event/event.ts', 'event is above kernel'],
    ['db/orm.ts', '../rest/router.ts', 'rest and db never meet'],
    ['cli.ts', './main.ts', 'main.ts and cli.ts never meet'],
    ['config.ts', './pipeline/operation.ts', 'config.ts imports only kernel, blob'],
    ['webhook/deliver.ts', '../config.ts', 'config.ts is above webhook'],
    ['app.ts', './billing/bill.ts', 'billing is not on the ladder'],
    ['app.ts', '../test/app.ts', 'leaves src'],
    ['kyc/kyc.entity.ts', './kyc.present.ts', 'present is above entity'],
    ['kyc/kyc.present.ts', './kyc.operations.ts', 'operations is above present'],
    ['kyc/countries/hk/hk.input.ts', '../../kyc.operations.ts', 'operations is above input'],
    ['kyc/kyc.graphql.ts', './kyc.rest.ts', 'graphql and rest do not import each other'],
    ['settlement/settlement.rest.ts', '../kyc/kyc.graphql.ts', 'graphql and rest do not import each other'],
    ['graphql/server.ts', '../kyc/kyc.rest.ts', 'graphql and rest do not import each other'],
    ['kyc/countries/index.ts', './hk/hk.graphql.ts', 'graphql is for graphql and rest files'],
  ])('%s -> %s', (from, to, reason) => {
    expect(arrow(from, to)).toEqual([`${from} -> ${importsOf(from, `import '${to}';`)[0]}: ${reason}`]);
  });

  test('a folder that is not on it', () => {
    expect(forge({ 'billing/bill.ts': '' })).toEqual(['billing/bill.ts: billing is not on the ladder']);
  });

  test('a way round through a file without a kind', () => {
    expect(
      forge({
        'kyc/kyc.rules.ts': "import { x } from './gaps.ts';\n",
        'kyc/gaps.ts': "import { y } from './kyc.operations.ts';\n",
        'kyc/kyc.operations.ts': '',
      }),
    ).toEqual(['kyc/kyc.rules.ts -> kyc/gaps.ts: what it leads to is above rules']);
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
  ['db/entities.ts', '../webhook/webhook.entity.ts'],
  ['settlement/settlement.operations.ts', '../customer/customer.entity.ts'],
  ['kyc/kyc.rules.ts', './kyc.entity.ts'],
  ['features.ts', './kyc/kyc.rest.ts'],
  ['features.ts', './kyc/kyc.graphql.ts'],
  ['cli.ts', '../package.json'],
  ['main.ts', './config.ts'],
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

test('the list of rooms names what is in src, and nothing else', () => {
  const places = new Set(Array.from(sourcesWithScreens('src').keys(), (path) => path.split('/', 1)[0]));
  expect(rooms.toSorted()).toEqual([...places].toSorted());
});

test('a room is a line of the list, and several may share one', () => {
  const page = '## The rooms\n\nText.\n\n```text\nmain.ts, cli.ts\nrun/     start, stop\nkernel/  ids\n```\n';
  expect(roomsIn(page)).toEqual(['main.ts', 'cli.ts', 'run', 'kernel']);
});
