import { afterAll, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';

const cli = openCommandLine({ SANDBOX: 'on' });
const live = openCommandLine();
afterAll(() => {
  cli[Symbol.dispose]();
  live[Symbol.dispose]();
});

async function json(...args: string[]) {
  const { code, out, err } = await cli.run(...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test('the clock of a partner is shown and moved', async () => {
  const { partner_id } = await json('partner', 'create', 'Harbour');
  expect((await json('sandbox', 'clock', partner_id)).ahead_seconds).toBe(0);
  const moved = await json('sandbox', 'advance', partner_id, '--advance', 'P30D');
  expect(moved).toMatchObject({ ahead_seconds: 2_592_000, counts: [], events: [] });
  expect(await json('sandbox', 'clock', partner_id)).toMatchObject({ ahead_seconds: 2_592_000 });
  const wrong = await cli.run('sandbox', 'advance', partner_id, '--advance', 'a month');
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toContain('--advance must be a period of ISO 8601');
});

test('settings are changed, and a partner of a day gets them', async () => {
  const { partner_id } = await json('partner', 'create', 'Harbour');
  const changed = await json('sandbox', 'settings', partner_id, '--review', 'manual');
  expect(changed).toMatchObject({ partner_id, review: 'manual' });
  const made = await json('sandbox', 'partner', '--partner', partner_id, '--name', 'Suite 7');
  expect(made).toEqual({
    partner_id: expect.stringMatching(/^par_/),
    api_key: expect.stringMatching(/^fgk_test_/),
    expires_at: expect.any(String),
  });
  expect(await json('partner', 'show', made.partner_id)).toMatchObject({ name: 'Suite 7', review: 'manual' });
});

test('a reset gives the keys of a partner to a new one, once', async () => {
  const { partner_id } = await json('partner', 'create', 'Harbour');
  const made = await json('sandbox', 'reset', partner_id);
  expect(made).toEqual({ partner_id: expect.stringMatching(/^par_/), former_partner_id: partner_id });
  expect((await json('key', 'list', made.partner_id)).keys).toHaveLength(1);
  expect((await json('key', 'list', partner_id)).keys).toHaveLength(0);
  expect(await cli.run('sandbox', 'reset', partner_id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The partner has ended already.'),
  });
});

test('a purge removes what ended partners left', async () => {
  const { partner_id } = await json('partner', 'create', 'Harbour');
  await json('sandbox', 'purge');
  await json('sandbox', 'reset', partner_id);
  expect(await json('sandbox', 'purge')).toEqual({ partners: 1, records: 0 });
  expect(await cli.run('partner', 'show', partner_id)).toMatchObject({ code: 1 });
  const { out } = await cli.run('audit', 'verify', '--json');
  expect(JSON.parse(out)).toMatchObject({ intact: true });
});

test.each([
  [['clock', 'par_1']],
  [['advance', 'par_1', '--advance', 'P1D']],
  [['settings', 'par_1']],
  [['partner']],
  [['reset', 'par_1']],
  [['purge']],
])('a live gateway refuses %j', async (args) => {
  await live.run('partner', 'create', 'Harbour');
  const { code, err } = await live.run('sandbox', ...args);
  expect(code).toBe(1);
  expect(err).toContain('Only a sandbox has this operation, and this gateway is live.');
});
