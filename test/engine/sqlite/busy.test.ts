import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';
import { customerBody, openTestGateway } from '../../support/gateway.ts';

test('a SQLite file that another process holds for too long is a 503, and works when it is released', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-busy-'));
  const file = join(folder, 'gateway.db');
  const fixture = await openTestGateway({ DATABASE_URL: `sqlite:${file}` });
  const partner = await fixture.partner();
  const create = () => partner.rest('POST', '/v1/customers', customerBody());
  await create();

  const other = new SqliteFile(file);
  other.exec('begin immediate');
  const { status, headers, json, text } = await create();
  expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(text).not.toMatch(/sqlite|locked|busy/i);
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(1);
  expect(fixture.logged.some((line) => line.includes('"SQLITE_BUSY"'))).toBe(true);

  other.exec('rollback');
  other.close();
  expect((await create()).status).toBe(200);
  expect((await partner.rest('GET', '/v1/customers')).json.count).toBe(2);
  await fixture.close();
  rmSync(folder, { recursive: true });
});
