// The compilers are programs.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, type PartnerFolder } from '../../client/packed.ts';
import { blocksOf, guide } from '../../pages/docs/pages.ts';
import { installed, NOT_INSTALLED } from './packages.ts';

let partner: PartnerFolder;
beforeAll(async () => {
  partner = await installPacked();
});
afterAll(() => partner[Symbol.dispose]());

const programOf = (page: string) => blocksOf(page, 'ts').join('\n');

// The oldest that the package names, the last ones of its majors, and the types of each Node that partners run.
test.for([
  ['5.7.3', '22.20.5'],
  ['5.7.3', '24.19.4'],
  ['5.9.3', '24.19.4'],
  ['6.0.3', '26.6.6'],
])('TypeScript %s compiles guide and README with @types/node %s', async ([compiler, types], { skip }) => {
  const folder = await installed([`typescript@${compiler}`, `@types/node@${types}`]);
  if (folder === null) return skip(NOT_INSTALLED);
  const modules = join(folder, 'node_modules');
  const programs = { 'guide.ts': programOf(guide('client')), 'readme.ts': programOf('src/client/README.md') };
  const options = {
    typeRoots: [join(modules, '@types')],
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  };
  expect(await partner.compile(programs, options, modules)).toBe('');
});
