// In processes, since those of one event loop would take turns.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { OLD, openInstallation, populate, takeBack } from '../../support/installation.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

test('of several processes that start at once on an older database, one accepts its records', async () => {
  await using installation = await openInstallation();
  const { apiKey } = await populate(installation, OLD);
  await takeBack(installation, apiKey);
  const env = { PATH: process.env['PATH'], ...installation.environment([OLD]) };
  const start = () => promisify(execFile)(process.execPath, [CLI, 'partner', 'list', '--json'], { env });
  const listed = await Promise.all(Array.from({ length: 3 }, start));
  expect(listed.map(({ stdout }) => JSON.parse(stdout).partners)).toMatchObject([[{}], [{}], [{}]]);
  const fixture = await installation.open(OLD);
  expect(fixture.gateway.founded).toBeNull();
  expect((await fixture.withKey(apiKey).rest('GET', '/v1/customers')).status).toBe(200);
  expect((await verify(fixture)).findings).toEqual([]);
  await fixture.close();
});
