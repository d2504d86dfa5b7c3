// A process, in which a disk is mounted for it alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;
const SECRET_KEY = '0d'.repeat(32);

let place: ReturnType<typeof dataFolder>;
let cli: ReturnType<typeof openCommandLine>;
beforeEach(async () => {
  place = dataFolder();
  cli = openCommandLine({ DATA_DIR: join(place.path, 'data'), SECRET_KEY });
  expect((await cli.run('partner', 'create', 'Acme')).code).toBe(0);
});
afterEach(() => {
  cli[Symbol.dispose]();
  place[Symbol.dispose]();
});

const made = ['files', 'files.jsonl', 'gateway.db', 'manifest.json'];

test('a link to an empty folder stays one, and the backup is in the folder', async () => {
  mkdirSync(join(place.path, 'disk', 'backup'), { recursive: true });
  symlinkSync(join('disk', 'backup'), join(place.path, 'link'));
  expect(await cli.run('backup', join(place.path, 'link'))).toMatchObject({ code: 0 });
  expect(readdirSync(join(place.path, 'disk', 'backup')).toSorted()).toEqual(made);
  expect(readdirSync(place.path).toSorted()).toEqual(['data', 'disk', 'link']);
});

test('a link into the folder of the files is refused as that folder is', async () => {
  mkdirSync(join(place.path, 'data', 'files', 'empty'));
  symlinkSync(join(place.path, 'data', 'files', 'empty'), join(place.path, 'link'));
  const { code, err } = await cli.run('backup', join(place.path, 'link'));
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The folder is inside the folder of the files/),
  });
});

test('a new folder behind a link into the folder of the files is refused too', async () => {
  symlinkSync(join(place.path, 'data', 'files'), join(place.path, 'link'));
  const { code, err } = await cli.run('backup', join(place.path, 'link', 'new', 'newer'));
  expect([code, err]).toEqual([1, expect.stringMatching(/^The folder is inside the folder of the files/)]);
});

test('a link to nothing is refused before anything is copied', async () => {
  symlinkSync('nothing', join(place.path, 'link'));
  const { code, out, err } = await cli.run('backup', join(place.path, 'link'));
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^The backup cannot be made: /)]);
  expect(err).not.toContain('a file is where a folder is needed');
  expect(readdirSync(place.path).toSorted()).toEqual(['data', 'link']);
});

test('an empty name, as of a variable that is not set, is refused, and is not the folder of the command', async () => {
  for (const command of ['backup', 'restore'])
    expect(await cli.run(command, '')).toEqual({
      code: 1,
      out: '',
      err: 'The folder must have a name.\n',
    });
});

test('a folder inside the folder of the files is refused, also if a link leads there', async () => {
  symlinkSync(join(place.path, 'data'), join(place.path, 'linked'));
  mkdirSync(join(place.path, 'data', 'files', 'empty'));
  using linked = openCommandLine({ DATA_DIR: join(place.path, 'linked'), SECRET_KEY });
  const { code, err } = await linked.run('backup', join(place.path, 'linked', 'files', 'empty'));
  expect([code, err]).toEqual([1, expect.stringMatching(/^The folder is inside the folder of the files/)]);
});

/** Runs a line of a shell in which other file systems may be mounted, which end with it. */
const mounting = (line: string) =>
  spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-c', line], {
    env: environmentOf(join(place.path, 'data'), { SECRET_KEY }),
    encoding: 'utf8',
  });

test(
  'the place of a disk is refused before anything is copied, and a folder on it is not',
  needs(
    spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0,
    'This machine lets tests mount nothing.',
  ),
  () => {
    const disk = join(place.path, 'disk');
    mkdirSync(disk);
    const backUp = (folder: string) =>
      mounting(`mount -t tmpfs none ${disk} && ${process.execPath} ${CLI} backup ${folder}`);
    expect(backUp(disk)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The backup cannot be made: a disk is mounted there, or another program holds it.\n',
    });
    expect(readdirSync(place.path).toSorted()).toEqual(['data', 'disk']);
    expect(backUp(join(disk, 'backup'))).toMatchObject({ status: 0 });
  },
);
