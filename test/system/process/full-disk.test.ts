// A process, since the limit of its files is its own, and it ends with an exit code.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { isPossible, smallDisk } from '../../support/database/harsh-disks.ts';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { dataFolder, environmentOf, spawnGateway, startGateway } from '../../support/gateway-process.ts';
import { needs, needsSmallDisk } from '../../support/needs.ts';

const MiB = 1024 * 1024;
const canMount = isPossible(() => smallDisk('1m'));

test(
  'a gateway whose disk is full refuses changes, keeps running, and accepts them again when there is room',
  needsSmallDisk(canMount),
  async () => {
    using disk = smallDisk('24m');
    const folder = disk?.path ?? '';
    await using gateway = await startGateway(folder);
    const { json: customer } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
    const path = `/v1/kyc/documents/${customer.customer_id}`;
    const create = () => gateway.rest('POST', '/v1/customers', { body: customerBody() });
    const upload = (text: string) =>
      gateway.rest('POST', path, { body: uploadForm('nar1', [pdf(text + 'x'.repeat(MiB))]) });
    expect((await upload('old')).status).toBe(200);
    const before = await gateway.rest('GET', path);

    const filler = join(folder, 'filler');
    for (let room = true; room;) {
      try {
        writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
      } catch {
        room = false;
      }
    }
    // Small rows may still fit, until the disk is full to the last block.
    let created = await create();
    while (created.status === 200) created = await create();
    for (const answer of [created, await create(), await upload('new'), await upload('new')]) {
      expect([answer.status, answer.json.error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.text).not.toMatch(/SQLITE|ENOSPC|\/tmp/);
      expect((await gateway.rest('GET', path)).text).toBe(before.text);
    }
    expect(await filesIn(join(folder, 'files'))).toEqual([before.json.nar1[0].document_id]);
    expect((await gateway.rest('GET', '/healthz')).status).toBe(200);
    const ready = async () => (await gateway.fetch('GET', '/readyz')).status;
    await expect.poll(ready).toBe(503);

    rmSync(filler);
    await expect.poll(ready).toBe(200);
    expect((await upload('new')).status).toBe(200);
    expect((await gateway.rest('GET', path)).json.nar1).toHaveLength(1);
  },
);

/** Lets a process write files up to a size; it fails beyond, as it does beyond a quota, while the disk has room. */
const limitFiles = (pid: number | undefined, size: number | 'unlimited') =>
  spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${size}:unlimited`]).status === 0;

test(
  'a gateway that may not write more, on a disk with room, is not ready until it may',
  needs(limitFiles(process.pid, 'unlimited'), 'This machine has no prlimit.'),
  async () => {
    using folder = dataFolder();
    await using gateway = await startGateway(folder.path);
    const create = async () => (await gateway.rest('POST', '/v1/customers', { body: customerBody() })).status;
    const ready = () => gateway.fetch('GET', '/readyz');
    expect(await create()).toBe(200);

    // Less than a page, since SQLite may write its log from the beginning again.
    limitFiles(gateway.child.pid, 1_024);
    expect(await create()).toBe(503);
    await expect.poll(async () => (await ready()).status).toBe(503);
    expect((await ready()).text).toContain('The database takes no changes');
    expect(await create()).toBe(503);

    limitFiles(gateway.child.pid, 'unlimited');
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await create()).toBe(200);
  },
);

test('a start on a full disk ends with one sentence', needsSmallDisk(canMount), async () => {
  using disk = smallDisk('1m');
  using folder = dataFolder();
  const STORAGE_URL = `fs:${disk?.path}/files`;
  const { printed, exited } = spawnGateway(
    environmentOf(folder.path, { NODE_ENV: 'test', PORT: '0', STORAGE_URL }),
  );
  expect(await exited).toBe(1);
  expect(printed.text).toBe(
    'The file storage (STORAGE_URL, by default in DATA_DIR) cannot be used: the disk is full.\n',
  );
});
