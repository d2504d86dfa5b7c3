// A process, since an older Node would refuse the first file that it loads.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const Locked = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  os: z.string().or(z.array(z.string())).optional(),
  cpu: z.string().or(z.array(z.string())).optional(),
  bin: z.record(z.string(), z.string()).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(textOf('package-lock.json')));
const { optionalDependencies: platforms } = z
  .object({ optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('src/run/node/package.json')));
const { engines, dependencies } = z
  .object({ engines: z.object({ node: z.string() }), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

test('the lock file pins the Node of each platform by its hash, for development alone and without an install script', () => {
  expect(Object.keys(platforms).length).toBeGreaterThan(3);
  for (const [name, version] of Object.entries(platforms)) {
    const locked = packages[`node_modules/${name}`];
    expect(locked).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
      dev: true,
      optional: true,
      os: expect.anything(),
      cpu: expect.anything(),
      bin: { node: expect.stringMatching(/^bin\/node/) },
    });
    expect(locked?.hasInstallScript).toBeUndefined();
  }
  expect(Object.keys(dependencies)).not.toContain('node');
  // Another package with a command of this name would replace it in node_modules/.bin.
  const commands = Object.entries(packages).flatMap(([path, { bin }]) => (bin?.['node'] ? [path] : []));
  expect(commands.toSorted()).toEqual(
    Object.keys(platforms)
      .map((name) => `node_modules/${name}`)
      .toSorted(),
  );
});

test('npm scripts, the image and the first file of a start mean the same Node', () => {
  const [, major] = /^>=(\d+)$/.exec(engines.node) ?? [];
  expect(textOf('src/run/required-node.js')).toContain(`MAJOR_MIN = ${major};`);
  expect(textOf('docker-compose.yml')).toContain(`FROM node:${major}-slim`);
  for (const version of Object.values(platforms)) expect(version.split('.')[0]).toBe(major);
});

test('an older Node ends with one sentence that says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-node-'));
  const older = join(folder, 'older.cjs');
  writeFileSync(older, "Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } });");
  const args = ['--require', older, '--import', './src/run/compile-cache.js', 'src/cli.ts', '--version'];
  // The version, which ends at once, in place of a gateway, which would not.
  const ended = await run(process.execPath, args, { cwd: ROOT }).catch((error: unknown) => error);
  rmSync(folder, { recursive: true });
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'Fundgate needs Node 26 or later, and this is Node 20.20.2: install it, or run npm ci without --omit=dev, which brings it.\n',
  });
});
