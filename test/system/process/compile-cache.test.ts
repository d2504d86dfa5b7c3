// Processes, since Node reads and writes its cache when one starts and ends.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

/** The files that a command leaves in the folder for caches. */
async function left(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-cache-'));
  const { NODE_COMPILE_CACHE: _named, NODE_DISABLE_COMPILE_CACHE: _off, ...rest } = process.env;
  try {
    const env = { ...rest, XDG_CACHE_HOME: folder, ...environment };
    const { stdout } = await run(process.execPath, [CLI, '--version'], { env });
    expect(stdout).toMatch(/^\d/);
    return readdirSync(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the compiled source files are kept for the next start', async () => {
  expect(await left({})).toEqual(['fundgate']);
});

test('NODE_DISABLE_COMPILE_CACHE keeps nothing', async () => {
  expect(await left({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([]);
});

test('a folder that cannot be written to does not make it fail', async () => {
  expect(await left({ XDG_CACHE_HOME: '/dev/null' })).toEqual([]);
});
