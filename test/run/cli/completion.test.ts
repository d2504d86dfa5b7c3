// What a shell offers is asked of that shell; no gateway is asked.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../src/run/cli/command-line.ts';
import { needs } from '../../support/needs.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'fundgate-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(
    args,
    {},
    { out: (text) => (out += text), err: (text) => (err += text), columns: null },
  );
  return { code, out, err };
}

/** The words before the cursor, and what a shell offers there. */
const CASES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['comp'], ['completion']],
  [['par'], ['partner']],
  [['partner', 's'], ['show']],
  [['partner', 'create', 'Acme', '--rev'], ['--review']],
  [
    ['partner', 'create', '--review', 'manual', '--auto-'],
    ['--auto-accept', '--auto-limit'],
  ],
  [['--json', 'webhook', 'dis'], ['disable']],
  [['work-list', 'la'], ['lapsing']],
  [
    ['completion', ''],
    ['bash', 'zsh'],
  ],
  [['requests', '--cs'], ['--csv']],
  // No subcommand of partner, but a value that a person typed.
  [['partner', 'show', 'list', '--js'], ['--json']],
  [['nothing', 'x'], []],
  // Values of options.
  [
    ['partner', 'create', 'Acme', '--review', ''],
    ['auto', 'policy', 'manual'],
  ],
  [['partner', 'update', 'par_1', '--unknown-input', 'r'], ['refuse']],
  [['key', 'create', 'par_1', '--json', '--role', 'op'], ['operator']],
  [['webhook', 'deliveries', 'whe_1', '--status', 'can'], ['canceled']],
  [['events', 'follow', '--types', 'customer.c'], ['customer.created']],
  // A person must know the value; --partner takes no name of a list.
  [['work-list', '--partner', ''], []],
  [['work-list', '--partner', 'par_1', 'la'], ['lapsing']],
];

describe('bash', needs(has('bash'), 'There is no bash.'), () => {
  const script = join(folder, 'completion.bash');
  beforeAll(async () => writeFileSync(script, (await run('completion', 'bash')).out));

  function offeredAfter(words: readonly string[]): string[] {
    const line = ['fundgate', ...words].map((word) => `'${word}'`).join(' ');
    const source = `. ${script}; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _fundgate; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const offered = execFileSync('bash', ['--norc', '-uc', source], { encoding: 'utf8' });
    return offered.split('\n').filter((word) => word !== '');
  }

  test.each(CASES)('%j is completed by %j', (words, expected) => {
    expect(offeredAfter(words)).toEqual(expected);
  });

  test.each([
    [['partner', 'create', 'Acme', '--review', '=', 'm'], ['manual']],
    [
      ['partner', 'create', 'Acme', '--review', '='],
      ['auto', 'policy', 'manual'],
    ],
    [['events', 'follow', '--types', 'customer.created,kyc.cr'], ['customer.created,kyc.created']],
  ])('%j, whose last word is a part of a value, is completed by %j', (words, expected) => {
    expect(offeredAfter(words)).toEqual(expected);
  });

  test('every command that the help shows can be completed', async () => {
    const { out } = await run('--help');
    const commands = Array.from(
      out.matchAll(/^ {2}([a-z]+(?:-[a-z]+)?(?: [a-z]+)?)(?: [[<].*)? {2,}/gm),
      ([, name]) => name,
    );
    expect(commands.length).toBeGreaterThan(30);
    const text = readFileSync(script, 'utf8');
    for (const command of commands) expect(text).toContain(`'${command}')`);
  });
});

describe('zsh', needs(has('zsh'), 'There is no zsh.'), () => {
  const script = join(folder, '_fundgate');
  beforeAll(async () => writeFileSync(script, (await run('completion', 'zsh')).out));

  // Outside of its line editor zsh completes nothing, so what the script hands over is printed.
  const STUBS = `compdef() { }; _files() { }; _message() { }; compset() { }; _describe() { print -l -- \${(P)2%%:*} }`;

  test.each(CASES)('%j is completed by %j', (given, expected) => {
    const line = ['fundgate', ...given].map((word) => `'${word}'`).join(' ');
    const source = `${STUBS}; . ${script}; words=(${line}); CURRENT=${given.length + 1}; _fundgate`;
    const offered = execFileSync('zsh', ['-fc', source], { encoding: 'utf8' }).split('\n');
    const current = given.at(-1) ?? '';
    expect(offered.filter((word) => word !== '' && word.startsWith(current))).toEqual(expected);
  });
});

test('zsh shows what commands, options and values mean', async () => {
  const { out } = await run('completion', 'zsh');
  expect(out).toContain("'create:create a partner and its first API key, which is shown only once'");
  expect(out).toContain("'--json:print one JSON value'");
  expect(out).toMatch(
    /'partner update --review'.*means='who approves requests .*' values=\(auto policy manual\) ;;/,
  );
});

test('another shell is refused with the names of the supported ones', async () => {
  expect(await run('completion', 'fish')).toEqual({
    code: 1,
    out: '',
    err: 'The shell must be one of bash, zsh.\n',
  });
});

test('a script is printed in one form alone, and an error says so in the form that was asked for', async () => {
  expect(await run('completion', 'bash', '--csv')).toEqual({
    code: 1,
    out: '',
    err: '--csv must be left out, because the output is a script.\n',
  });
  const { code, out, err } = await run('completion', 'zsh', '--json');
  expect([code, out, JSON.parse(err).error.code]).toEqual([1, '', 'parameter_invalid']);
});
