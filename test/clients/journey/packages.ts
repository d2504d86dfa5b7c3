import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = new URL('../../../node_modules/.cache/clients/', import.meta.url).pathname;
/** For a registry that does not respond. */
const INSTALL_TIMEOUT_MS = 300_000;

export const NOT_INSTALLED = 'No registry gives the packages that only this command needs.';

/** The folder into which these packages are installed, once for all runs; null if no registry gives them. */
export async function installed(packages: readonly string[]): Promise<string | null> {
  const folder = join(CACHE, packages.join('+').replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  const begun = `${folder}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  writeFileSync(join(begun, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
    await run('npm', ['install', ...options, ...packages], { cwd: begun, timeout: INSTALL_TIMEOUT_MS });
    renameSync(begun, folder);
    return folder;
  } catch {
    rmSync(begun, { recursive: true, force: true });
    return null;
  }
}
