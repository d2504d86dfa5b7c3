// A log that comes from a pipe, and a reader that ends early, are about the streams of a process.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf } from '../../../src/run/cli/requests/log-requests.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';

const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

const cli = openCommandLine();
const log = join(cli.folder, 'gateway.log');
let gateway: TestGateway;
let partner: TestPartner & { partnerId: string };
beforeAll(async () => {
  gateway = await openTestGateway();
  partner = await gateway.partner();
  const other = await gateway.partner();
  await partner.rest('GET', '/v1/customers', undefined, { 'request-id': 'first' });
  await partner.rest('GET', '/v1/customers/cus_none', undefined, { 'request-id': 'absent' });
  await other.rest('GET', '/v1/nothing', undefined, { 'request-id': 'nowhere' });
  await other.graphql('{ viewer { currencies } customers { totalCount } }', {}, { 'request-id': 'both' });
  const failing = createLogger('info', { write: (line) => void gateway.logged.push(line) });
  failing.failure(new TypeError('secret'), 'broken');
  failing.note('made a checkpoint', { checkpoint: 1 });
  const strange = [
    'not JSON\n',
    '{"half":\n',
    '[]\n',
    '{"msg":"request"}\n',
    `${'x'.repeat(2 * 1024 * 1024)}\n`,
  ];
  writeFileSync(log, [...gateway.logged, ...strange].join(''));
});
afterAll(async () => {
  await gateway.close();
  cli[Symbol.dispose]();
});

async function found(...args: string[]) {
  const { code, out } = await cli.run('requests', log, ...args, '--json');
  expect(code).toBe(0);
  const { requests, summary } = JSON.parse(out);
  return { ids: requests.map(({ request_id }: { request_id: string }) => request_id), summary };
}

test('every request of the log is listed with its failures; lines of other programs are counted', async () => {
  const { ids, summary } = await found();
  expect(ids).toEqual(['first', 'absent', 'nowhere', 'both', 'broken']);
  expect(summary).toMatchObject({ requests: 5, unreadable_lines: 5 });
});

test.each([
  [['--request-id', 'absent'], ['absent']],
  [['--request-id', 'broken'], ['broken']],
  [
    ['--operation', 'listCustomers'],
    ['first', 'both'],
  ],
  [['--operation', 'countCustomers'], ['both']],
  [['--code', 'resource_missing'], ['absent']],
  [
    ['--status', '404'],
    ['absent', 'nowhere'],
  ],
  [
    ['--status', '4xx'],
    ['absent', 'nowhere'],
  ],
  [['--status', '2xx', '--slower-than', '1h'], []],
  [
    ['--slower-than', '0ms', '--status', '200'],
    ['first', 'both'],
  ],
  [['--since', '1h', '--code', 'route_unknown'], ['nowhere']],
  [['--since', '2199-01-01'], []],
])('%j selects what it says', async (args, ids) => {
  expect((await found(...args)).ids).toEqual(ids);
});

test('--partner selects the requests of a partner', async () => {
  expect((await found('--partner', partner.partnerId)).ids).toEqual(['first', 'absent']);
});

test('a table shows the last requests, and says how many there are and what could not be read', async () => {
  const { out, err } = await cli.runIn(null, 'requests', log, '--limit', '2');
  const rows = out.trimEnd().split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/ 200 .* POST \/graphql .* both$/);
  expect(rows[2]).toMatch(/ failure TypeError .* broken$/);
  expect(out).not.toContain('secret');
  expect(err).toBe(
    'These are the last 2 of 5; --limit shows more.\n5 lines are not lines of this log and were left out.\n',
  );
});

test('one line that could not be read is told as one', async () => {
  const short = join(cli.folder, 'short.log');
  writeFileSync(short, `${gateway.logged.join('')}not JSON\n`);
  const { err } = await cli.runIn(null, 'requests', short);
  expect(err).toBe('One line is not of this log and was left out.\n');
});

test('CSV has all of them, and the numbers beside it', async () => {
  const { out, err } = await cli.run('requests', log, '--csv');
  expect(out.split('\r\n')).toHaveLength(7);
  expect(err).toMatch(/^requests +other_lines +unreadable_lines\n5 +\d+ +5\n$/);
});

test('CSV and JSON have the last requests if a limit is given, and still count all of them', async () => {
  const { out, err } = await cli.run('requests', log, '--csv', '--limit', '2');
  const rows = out.split('\r\n').slice(1, -1);
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(['both', 'broken']);
  expect(err).toMatch(/\n5 +\d+ +5\n$/);
  expect(await found('--limit', '1')).toMatchObject({ ids: ['broken'], summary: { requests: 5 } });
});

test('the log may come from standard input, and a reader may stop before the end of the answer', () => {
  const long = join(cli.folder, 'long.log');
  // More than a pipe holds.
  writeFileSync(long, gateway.logged.join('').repeat(2_000));
  const script = `"$0" "$1" requests --csv < ${long} | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const printed = execFileSync('bash', ['-c', script, process.execPath, CLI], { encoding: 'utf8' });
  expect(printed).toMatch(/^\ufefftime,[^]*request_id\r\n0\n$/);
});

test.each([
  [['--status', '99'], '--status must be a status such as 503, or 5xx.'],
  [
    ['--slower-than', '500'],
    '--slower-than must be a duration with its unit, ms, s, m or h, such as 500ms or 2s.',
  ],
  [['--limit', '0'], '--limit must be an integer from 1 to 10000.'],
])('%j is refused in a sentence', async (args, sentence) => {
  expect(await cli.run('requests', log, ...args)).toEqual({ code: 1, out: '', err: `${sentence}\n` });
});

test.each(['2026-13-45T00:00:00Z', '2026-03-04 05:06', 'yesterday', '15'])(
  '--since %j is refused in a sentence that names both forms',
  async (moment) => {
    const { code, err } = await cli.run('requests', log, '--since', moment);
    expect({ code, err }).toEqual({
      code: 1,
      err: '--since must be a moment such as 2026-03-04T05:06:07Z, or a duration such as 90s, 30m, 24h or 7d, and at most 3650d.\n',
    });
  },
);

test('a log that is not there is refused in a sentence', async () => {
  const { code, err } = await cli.run('requests', join(cli.folder, 'none.log'));
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The log cannot be read: the file does not exist, or you may not read it.\n',
  });
});

test('a line without an end is left out, and the lines after it are read', async () => {
  async function* endless() {
    for (let chunks = 0; chunks < 4; chunks += 1) yield Buffer.alloc(1024 * 1024, 'x');
    yield Buffer.from('\nnext\nlast');
  }
  expect(await Array.fromAsync(linesOf(endless()))).toEqual([null, 'next', 'last']);
});
