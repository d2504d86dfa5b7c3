import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';
import { blocksOf, guide } from '../pages.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const shown = blocksOf(guide('operators'), 'sh').find((block) => block.includes('fundgate()')) ?? '';
/** The line that makes the shell complete; it takes as long as a command. */
const COMPLETES = /^source .*$/m;
/** Without the files that a person configures it with. */
const SHELLS = { bash: '--norc', zsh: '-f' } as const;
const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

describe.each((['bash', 'zsh'] as const).filter(has))('the function of the guide, in %s,', (shell) => {
  const place = dataFolder();
  const here = join(place.path, 'where I am');
  // Where the guide has the project and its data.
  const installed = shown
    .replaceAll('/opt/fundgate/data', join(place.path, 'data'))
    .replaceAll('/opt/fundgate/', ROOT)
    .replace(COMPLETES, '');
  const completing = (COMPLETES.exec(shown)?.[0] ?? '')
    .replace('completion bash', `completion ${shell}`)
    .replace(/^source/, shell === 'zsh' ? 'compdef() { }; source' : 'source');
  beforeAll(() => mkdirSync(here));
  afterAll(() => place[Symbol.dispose]());

  const run = (...lines: string[]) => {
    const { DATA_DIR: _none, ...environment } = environmentOf('', { NODE_ENV: 'test' });
    const options = { cwd: here, env: environment, encoding: 'utf8' } as const;
    return execFileSync(shell, [SHELLS[shell], '-c', [installed, ...lines].join('\n')], options);
  };

  test('works in every folder, on the data of the installation', () => {
    expect(completing).toContain(`fundgate completion ${shell}`);
    expect(run(completing, 'fundgate partner create Acme', 'fundgate partner list', 'pwd')).toMatch(
      /^par_\w+ +Acme [^]*\/where I am\n$/m,
    );
    expect(existsSync(join(place.path, 'data', 'gateway.db'))).toBe(true);
  });

  test('takes relative paths from the folder where it is called, and stays in it', () => {
    writeFileSync(join(here, 'a.log'), '{"request":"no log line"}\n');
    const said = run('fundgate requests a.log --json', 'fundgate backup ./copy --json 2>/dev/null', 'pwd');
    expect(said).toContain('"format":1');
    expect(said).toMatch(/\/where I am\n$/);
    expect(existsSync(join(here, 'copy', 'manifest.json'))).toBe(true);
  });

  test('uses the data that DATA_DIR names', () => {
    const said = run(`DATA_DIR='other' fundgate partner create Other`, 'ls other');
    expect(said).toContain('gateway.db');
  });
});
