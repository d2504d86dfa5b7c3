// In a process, since that of the tests has loaded the sources.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownFrames } from '../../../src/engine/log/own-frames.ts';
import { findBundle, MANIFEST, ROOT } from '../../../src/run/bundle/find.js';
import { writeBundle } from '../../../src/run/bundle/write.ts';
import { startGateway } from '../../support/gateway-process.ts';
import { openTestGateway } from '../../support/gateway.ts';

/** Beside the packages, which a bundle imports some of. */
const bundle = new URL(`node_modules/.cache/fundgate-test-${process.pid}/`, ROOT);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-bundle-'));
  await writeBundle(bundle);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  rmSync(bundle, { recursive: true, force: true });
});

test('a gateway of the bundle loads a tenth of the modules, and answers as its sources do', async () => {
  const preload = join(folder, 'preload.mjs');
  const loaded = join(folder, 'loaded');
  writeFileSync(
    preload,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     import { useBundle } from ${JSON.stringify(new URL('src/run/bundle/use.js', ROOT).href)};
     useBundle(new URL(${JSON.stringify(bundle.href)}));
     registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(loaded)}, url + '\\n'); return next(url, context); } });`,
  );
  const PUBLIC_URL = 'https://gateway.example';
  const environment = { NODE_OPTIONS: `--import=${preload}`, NODE_DISABLE_COMPILE_CACHE: '1', PUBLIC_URL };
  await using gateway = await startGateway(join(folder, 'data'), environment);
  const sources = await openTestGateway({ PUBLIC_URL, NODE_ENV: 'test' });
  for (const path of ['/v1/openapi.json', '/docs/errors', '/docs/reference']) {
    const answer = await sources.app.fetch(new Request(`${PUBLIC_URL}${path}`));
    expect([path, (await gateway.fetch('GET', path)).text]).toEqual([path, await answer.text()]);
  }
  await sources.close();
  const urls = readFileSync(loaded, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'));
  expect(urls.filter((url) => url.includes('/src/')).map((url) => url.slice(ROOT.href.length))).toEqual([
    'src/main.ts',
    'src/run/compile-cache.js',
    'src/run/required-node.js',
  ]);
  expect(urls.length).toBeLessThan(150);
});

test('a failure is logged with its place in the source', async () => {
  const { start } = await import(new URL(findBundle(bundle)?.['src/run/start.ts'] ?? '', bundle).href);
  vi.stubEnv('PORT', 'none');
  const failure: unknown = await start().catch((error: unknown) => error);
  vi.unstubAllEnvs();
  const frames = ownFrames(failure instanceof Error ? (failure.stack ?? '') : '');
  expect(frames.slice(0, 2)).toEqual([
    expect.stringMatching(/^at refused \(file:.*\/src\/run\/config\/environment\.ts:\d+:\d+\)$/),
    expect.stringMatching(/^at readConfig \(file:.*\/src\/run\/config\/config\.ts:\d+:\d+\)$/),
  ]);
});

test('the bundle is made of each source that it has and of the packages that are installed', () => {
  const { stamps } = JSON.parse(readFileSync(new URL(MANIFEST, bundle), 'utf8'));
  expect(Object.keys(stamps)).toEqual(
    expect.arrayContaining(['package.json', 'src/app.ts', 'src/run/config/config.ts']),
  );
});
