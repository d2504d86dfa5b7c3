// A function of bash or zsh starts the real command: from which folder it runs there, and on which data, is the subject.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dataFolder, environmentOf } from '../../../support/gateway-process.ts';
import { fileNeeds } from '../../../support/needs.ts';
import { blocksOf, guide } from '../pages.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
const shown = blocksOf(guide('operators'), 'sh').find((block) => block.includes('fundgate()')) ?? '';
/** The line that makes the shell complete. */
const COMPLETES = /^source .*$/m;
/** Without the files that a person configures it with. */
const SHELLS = { bash: '--norc', zsh: '-f' } as const;

describe.each(['bash', 'zsh'] as const)('the function of the guide, in %s,', (shell) => {
  fileNeeds(spawnSync(shell, ['--version']).error === undefined, `There is no ${shell}.`);
  const place = dataFolder();
  const here = join(place.path, 'where I am');
  mkdirSync(here);
  // Where the guide has the project and its data.
  const installed = shown
    .replaceAll('/opt/fundgate/data', join(place.path, 'data'))
    .replaceAll('/opt/fundgate/', ROOT)
    .replace('completion bash', `completion ${shell}`)
    .replace(COMPLETES, shell === 'zsh' ? 'compdef() { }; $&' : '$&');
  afterAll(() => place[Symbol.dispose]());

  test('works in every folder and stays in it, with the data of the installation or of DATA_DIR', () => {
    expect(installed).toContain(`source <(fundgate completion ${shell})`);
    writeFileSync(join(here, 'a.log'), '{"request":"no log line"}\n');
    const { DATA_DIR: _none, ...environment } = environmentOf('', { NODE_ENV: 'test' });
    const lines = [
      'fundgate partner create Acme --json',
      // Relative paths begin in the folder where it is called.
      'fundgate requests a.log --json',
      "DATA_DIR='other' fundgate partner create Other --json",
      'pwd',
    ];
    const script = ['set -e', installed, ...lines].join('\n');
    const options = { cwd: here, env: environment, encoding: 'utf8' } as const;
    const said = execFileSync(shell, [SHELLS[shell], '-c', script], options);
    expect(said).toMatch(
      /^\{"partner_id":"par_\w+"[^\n]*\n\{"requests":\[\][^\n]*\n\{"partner_id":"par_\w+"[^\n]*\n[^\n]*\/where I am\n$/,
    );
    expect(existsSync(join(place.path, 'data', 'gateway.db'))).toBe(true);
    expect(existsSync(join(here, 'other', 'gateway.db'))).toBe(true);
  });
});
