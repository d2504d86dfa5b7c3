// systemd reads its unit, and bash runs the line of the page; neither asks a gateway.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { replaced } from '../../../support/replaced.ts';
import { blocksOf, guide, textOf } from '../pages.ts';

const UNIT = 'src/pages/docs/deployment/fundgate.service';

const ROOT = new URL('../../../../', import.meta.url).pathname.replace(/\/$/, '');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
const run = promisify(execFile);

test('systemd finds nothing wrong with the unit', ({ skip }) => {
  skip(!hasSystemd, 'There is no systemd-analyze.');
  const unit = textOf(UNIT);
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-unit-'));
  try {
    const path = join(folder, 'fundgate.service');
    // The project, the user and the file of the page are not on this machine.
    const here = replaced(unit, [
      ['/opt/fundgate', ROOT],
      ['User=fundgate', 'User=root'],
      ['/etc/fundgate.env', '/dev/null'],
    ]);
    writeFileSync(path, here);
    const { status, stderr } = analyze('verify', '--man=no', path);
    // Units of the machine itself may have faults.
    const own = stderr.split('\n').filter((line) => line.includes('fundgate.service'));
    expect({ status, own }).toEqual({ status: 0, own: [] });
    // Tenths of its scale of exposure, on which a usual service has 9.6: the network and machine code are left to it.
    expect(analyze('security', '--offline=true', '--threshold=15', join(ROOT, UNIT))).toMatchObject({
      status: 0,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

test('the unit gives a stop more time than requests may take, and writes only to its own folders', () => {
  const unit = textOf(UNIT);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(32);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).not.toMatch(/^ReadWritePaths=/m);
  for (const [, path] of unit.matchAll(/(?:DATA_DIR|NODE_COMPILE_CACHE)=(\S+)/g))
    expect(['/var/lib/fundgate', '/var/cache/fundgate']).toContain(path);
});

const UNTIL_IT_LISTENS_MS = 500;

test('the lines that install the unit end with a look that waits until the gateway listens', async () => {
  const lines = blocksOf(guide('running'), 'sh').find((block) => block.includes('systemctl enable')) ?? '';
  const [look = ''] = /^curl .*$/m.exec(lines) ?? [];
  const port = await freePort();
  const looked = run('bash', ['-c', look.replace('4000', String(port))], {
    env: { ...process.env, NO_PROXY: '*' },
  });
  const server = createServer((_request, response) => response.end('ready'));
  await setTimeout(UNTIL_IT_LISTENS_MS);
  server.listen(port, '127.0.0.1');
  expect(await looked).toMatchObject({ stdout: 'ready', stderr: '' });
  server.close();
});
