// A process, since it answers and logs by itself while its file takes no changes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { frozenFiles, isPossible } from '../../support/database/harsh-disks.ts';
import { customerBody } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';

const SAYS = 'The database takes no changes; try again in a moment.';
/** More creations than the gateway makes before it starts the thread that adds rows, whose connection is then a new one. */
const CREATIONS = 12;

const folder = mkdtempSync(join(tmpdir(), 'fundgate-read-only-'));
afterAll(() => rmSync(folder, { recursive: true }));

const canFreeze = isPossible(() => {
  const probe = join(folder, 'probe');
  writeFileSync(probe, '');
  return frozenFiles(probe);
});

test(
  'a gateway whose file cannot be written to says so, reads on, and takes changes again when it can',
  needs(canFreeze, 'This machine lets tests make no file that root may not write to.'),
  async () => {
    await using gateway = await startGateway(join(folder, 'data'));
    const create = () => gateway.rest('POST', '/v1/customers', { body: customerBody() });
    const { json: customer } = await create();
    const ready = () => gateway.fetch('GET', '/readyz');
    const file = join(folder, 'data', 'gateway.db');
    {
      using _frozen = frozenFiles(file, `${file}-wal`);
      for (let turn = 0; turn < CREATIONS; turn += 1) {
        const { status, json } = await create();
        expect([status, json.error.code, json.error.message]).toEqual([503, 'service_unavailable', SAYS]);
      }
      await expect.poll(async () => (await ready()).json.error?.message).toBe(SAYS);
      expect((await ready()).status).toBe(503);
      expect((await gateway.rest('GET', `/v1/customers/${customer.customer_id}`)).status).toBe(200);
    }
    for (let turn = 0; turn < CREATIONS; turn += 1) expect((await create()).status).toBe(200);
    await expect.poll(async () => (await ready()).status).toBe(200);
  },
);
