// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExportFixture, openExports } from '../../pages/export/fixture.ts';
import { collectGarbage } from '../../support/measured/garbage.ts';

const ROWS = 100_000;
/** Compared with the file, which has some 10 MB. Statements, their plans and the lines of the log take a part of it. */
const GROWTH_MAX = 0.4;

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports({ LOG_LEVEL: 'silent' });
  await fixture.copyEvents(ROWS);
}, 180_000);
afterAll(() => fixture.gateway.close());

/** Bytes that are in use once all garbage is collected. */
function inUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test(
  'an export of a hundred thousand rows takes no more memory than one of a few',
  { timeout: 300_000 },
  async () => {
    const { body } = await fixture.follow(await fixture.linkTo('events', { subject: 'customer/copy' }));
    if (body === null) throw new Error('There is no file.');
    const reader = body.getReader();
    const used: number[] = [];
    let [lines, bytes, sampledAt] = [0, 0, 0];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      lines += part.value.filter((byte) => byte === 10).length;
      bytes += part.value.byteLength;
      if (lines - sampledAt < ROWS / 10) continue;
      sampledAt = lines;
      // The test keeps the lines of the log, which a gateway does not.
      fixture.gateway.logged.length = 0;
      used.push(inUse());
    }
    expect(lines).toBe(1 + ROWS);
    expect(used.length).toBeGreaterThan(8);
    expect((Math.max(...used) - (used[0] ?? 0)) / bytes).toBeLessThan(GROWTH_MAX);
  },
);
