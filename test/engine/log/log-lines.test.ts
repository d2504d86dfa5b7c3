import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';
import { logLines } from '../../../src/engine/log/log-lines.ts';

let folder: string;
let pipe: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-log-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  pipe = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(pipe);
  rmSync(folder, { recursive: true });
});

function read(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(64 * 1024);
    try {
      parts.push(part.subarray(0, readSync(pipe, part)));
    } catch {
      return Buffer.concat(parts).toString();
    }
  }
}

test('lines that a full pipe does not accept are kept up to a limit, then dropped and counted', async () => {
  const recovered: number[] = [];
  const lines = logLines(pipe, (dropped) => recovered.push(dropped));
  const all = Array.from({ length: 6_000 }, (_, at) => `${String(at).padStart(99, '·')}\n`);
  for (const line of all) lines.write(Buffer.from(line));

  let text = '';
  await expect
    .poll(() => {
      text += read();
      return recovered.length;
    })
    .toBe(1);
  text += read();
  const kept = text.split('\n').slice(0, -1);
  // In order, each complete, and none that came after a dropped one.
  expect(kept).toEqual(all.slice(0, kept.length).map((line) => line.trimEnd()));
  expect(recovered).toEqual([all.length - kept.length]);
  expect(kept.length).toBeGreaterThan(1_000);
  expect(kept.length).toBeLessThan(5_000);
  lines.write(Buffer.from('after\n'));
  expect(read()).toBe('after\n');
  lines.stop();
});

test('of several lines to a pipe that other processes write to, no write ends within a line', () => {
  const other = `${'o'.repeat(98)}\n`;
  const all = Array.from({ length: 2_000 }, (_, at) => `${String(at).padStart(98, '-')}\n`);
  const lines = logLines(pipe, () => {}, true);
  lines.write(Buffer.from(all.join('')));
  const room = Buffer.alloc(10_000);
  const first = room.subarray(0, readSync(pipe, room)).toString();
  // The kept lines wait for their next attempt; meanwhile another process writes its own.
  writeSync(pipe, other);
  const text = first + read();
  lines.stop();
  expect(text.split('\n').filter((line) => !all.includes(`${line}\n`))).toEqual([other.trimEnd(), '']);
});

const needsFullDisk = needs(existsSync('/dev/full'), 'This platform has no /dev/full.');

test('a full disk delays no request', needsFullDisk, () => {
  const full = openSync('/dev/full', 'w');
  const lines = logLines(full, () => {});
  for (let at = 0; at < 10_000; at += 1) lines.write(Buffer.from(`${'x'.repeat(99)}\n`));
  lines.flush();
  lines.stop();
  closeSync(full);
});
