import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as documents from '../../../src/pages/console-kit/generated/graphql.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { approve, approvePending, openPeople, queueOf, told } from '../../support/fixtures/people.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';

const SECRET_KEY = '4b'.repeat(32);
const APPROVE = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';

const environmentOf = (folder: string) => ({
  SECRET_KEY,
  DATA_DIR: folder,
  DATABASE_URL: `sqlite:${join(folder, 'gateway.db')}`,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
});

test('a restored backup keeps the rules, what waits and the holds, and one person does not get round them', async () => {
  using place = dataFolder();
  const [data, copy, backup] = ['data', 'copy', 'backup'].map((name) => join(place.path, name));
  if (data === undefined || copy === undefined || backup === undefined)
    throw new Error('There is no folder.');
  const people = await openPeople(APPROVE, environmentOf(data));
  const { ann, bob, now } = people;
  const [waits, held] = [await people.submit(), await people.submit()];
  const { pending } = await approve(ann, waits);
  const { pending: stopped } = await approve(ann, held);
  await ann.graphql('mutation ($id: ID!) { hold(kind: SETTLEMENT, id: $id, reason: "A question") { id } }', {
    id: held,
  });
  using own = openCommandLine(environmentOf(data));
  expect(await own.run('backup', backup)).toMatchObject({ code: 0 });
  // What happens after the backup is not in it.
  expect(await approvePending(bob, pending.id)).toMatchObject({ code: null });
  await people.close();
  using other = openCommandLine(environmentOf(copy));
  expect(await other.run('restore', backup)).toMatchObject({ code: 0 });

  const restored = await openTestGateway(environmentOf(copy), now);
  const [annAgain, bobAgain] = [ann, bob].map(({ apiKey, ...who }) => ({
    ...who,
    ...restored.withKey(apiKey),
  }));
  if (annAgain === undefined || bobAgain === undefined) throw new Error('Somebody is missing.');
  expect(await queueOf(annAgain)).toEqual([stopped.id, pending.id]);
  expect((await approve(annAgain, waits)).pending).toEqual(pending);
  expect(await approvePending(annAgain, pending.id)).toMatchObject({ code: 'permission_denied' });
  const off = await told(
    annAgain.graphql('mutation { updateProviderSettings(input: { twoPeople: [] }) { twoPeople { rule } } }'),
  );
  expect(off).toMatchObject({
    data: { updateProviderSettings: { twoPeople: [{ rule: 'ALWAYS' }] } },
    pending: { operation: 'PROVIDER_SETTINGS' },
  });
  expect(await approvePending(bobAgain, stopped.id)).toMatchObject({ code: 'on_hold' });
  expect(await approvePending(bobAgain, pending.id)).toMatchObject({ code: null });
  await restored.close();
});

test('the command line without a person makes no change that needs two, and with one person it waits', async () => {
  const database = await sharedDatabase();
  const shared = { SECRET_KEY, DATABASE_URL: database.url };
  using machine = openCommandLine(shared);
  await machine.run('partner', 'create', 'First');
  const people = await openPeople(
    'twoPeople: [{ operation: LIFT_HOLD, rule: ALWAYS }, { operation: CLOSE_BOOKS, rule: ALWAYS }]',
    shared,
  );
  // The command line goes by real time.
  people.wait(Date.now() - people.now().getTime());
  const { ann, cat, partner } = people;
  using asAnn = openCommandLine({ ...shared, DATA_DIR: machine.folder, FUNDGATE_OPERATOR_KEY: ann.apiKey });
  const held = await machine.run('hold', 'place', 'all', '--reason', 'A question', '--json');
  const { hold_id } = JSON.parse(held.out);
  for (const command of [
    ['partner', 'create', 'New'],
    ['partner', 'update', partner.partnerId, '--review', 'auto'],
    ['provider', 'set', '--two-people', 'none'],
    ['provider', 'close-books', '2026-01-31'],
    ['key', 'create', '--operator', cat.operatorId],
    ['key', 'rotate', cat.keyId],
    ['operator', 'create', 'Dan'],
    ['operator', 'update', cat.operatorId, '--scopes', 'read'],
    ['operator', 'disable', cat.operatorId],
    ['hold', 'lift', hold_id, '--reason', 'None'],
  ]) {
    const { code, out, err } = await machine.run(...command, '--json');
    expect({ command, code, out }).toEqual({ command, code: 1, out: '' });
    expect(JSON.parse(err).error.code).toBe('permission_denied');
    const waits = await asAnn.run(...command, '--json');
    expect({ command, code: waits.code, err: waits.err }).toEqual({ command, code: 3, err: '' });
    expect(waits.out).not.toContain('fgk_');
    const { approval_id } = JSON.parse(waits.out).pending_approval;
    // The rule is there for the next command as well.
    expect(await asAnn.run('approval', 'approve', approval_id, '--json')).toMatchObject({ code: 1, out: '' });
    expect(await asAnn.run('approval', 'refuse', approval_id, '--reason', 'Mine')).toMatchObject({ code: 0 });
  }
  await people.close();
  await database.drop();
});

test('an export asks only questions', () => {
  const texts = globSync('src/pages/export/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const names = texts.flatMap((text) => text.match(/\b\w+Document\b/g) ?? []);
  const asked = Object.entries(documents).filter(([name]) => names.includes(name));
  expect(asked.length).toBeGreaterThan(10);
  for (const [name, document] of asked)
    expect({ name, text: String(document).trimStart() }).toEqual({
      name,
      text: expect.stringMatching(/^query /),
    });
});
