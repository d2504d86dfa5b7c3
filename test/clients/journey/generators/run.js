// Generates a client from the OpenAPI document of the gateway, compiles the journey with it, and makes the journey. The
// argument is the name of the journey.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { BASE_URL = '', PACKAGES = '' } = process.env;
const [name = ''] = process.argv.slice(2);
const here = import.meta.dirname;
const tool = (/** @type {string} */ file) => join(here, '../../../../node_modules/.bin', file);

// Below the packages, so that the journey finds them.
const folder = mkdtempSync(join(PACKAGES, 'journey-'));
try {
  const document = await (await fetch(new URL('/v1/openapi.json', BASE_URL))).text();
  writeFileSync(join(folder, 'openapi.json'), document);
  for (const file of readdirSync(here)) cpSync(join(here, file), join(folder, file));
  // What they say goes beside the steps.
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  /** @type {Record<string, () => void>} */
  const generate = {
    'openapi-fetch': () => run(process.execPath, 'write-types.js'),
    'hey-api': () => {
      const bin = join(PACKAGES, 'node_modules/.bin/openapi-ts');
      run(bin, '-i', 'openapi.json', '-o', 'generated', '-c', '@hey-api/client-fetch');
    },
  };
  generate[name]?.();
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  run(tool('tsc'), '--project', '.');
  run(tool('rolldown'), `${name}.ts`, '--platform', 'node', '--file', 'bundled.mjs');
  execFileSync(process.execPath, ['bundled.mjs'], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
